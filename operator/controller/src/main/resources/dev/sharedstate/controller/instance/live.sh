#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Alive: the server answers at all. While it loads, or a function runs long, a restart would only make it worse.
set -u
# shellcheck source=common.sh
. "${SHAREDSTATE_CONFIG_DIR:-/config}/common.sh"

answer=$(echo PING | as_local 4 2>&1 | sed '/^$/d' | tail -n 1)
case $answer in
PONG | LOADING* | BUSY* | MASTERDOWN* | NOAUTH* | NOPERM* | WRONGPASS*) exit 0 ;;
*)
  echo "PING: ${answer:-no answer}"
  exit 1
  ;;
esac

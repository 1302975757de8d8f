#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Alive: the server answers at all. While it loads, or a function runs long, a restart would only make it worse.
set -u
run=${SHAREDSTATE_RUN_DIR:-/tmp}
host=${SHAREDSTATE_HOST:-127.0.0.1}
port=${SHAREDSTATE_PORT:-6379}

if command -v redis-cli >/dev/null 2>&1; then
  cli=redis-cli
else
  cli=valkey-cli
fi

answer=$(printf 'AUTH _local %s\nPING\n' "$(cat "$run/local.password")" |
  timeout 4 "$cli" -h "$host" -p "$port" 2>&1 | sed '/^$/d' | tail -n 1)
case $answer in
PONG | LOADING* | BUSY* | MASTERDOWN* | NOAUTH* | NOPERM* | WRONGPASS*) exit 0 ;;
*)
  echo "PING: ${answer:-no answer}"
  exit 1
  ;;
esac

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ready: the library answers, so that nobody who is sent here meets "Function not found".
set -u
run=${SHAREDSTATE_RUN_DIR:-/tmp}
host=${SHAREDSTATE_HOST:-127.0.0.1}
port=${SHAREDSTATE_PORT:-6379}

if command -v redis-cli >/dev/null 2>&1; then
  cli=redis-cli
else
  cli=valkey-cli
fi

answer=$(printf 'AUTH _local %s\nFCALL_RO rl_info 0\n' "$(cat "$run/local.password")" |
  timeout 3 "$cli" -h "$host" -p "$port" 2>&1 | sed -n 2p)
case $answer in
sharedstate_rl) exit 0 ;;
*)
  echo "rl_info: ${answer:-no answer}"
  exit 1
  ;;
esac

# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034
# What the scripts of the pod share. Sourced, never run.

# The library of this kind of policy, the function that says which one runs, and the rules of the pod's own user.
library=@library@
info=@info@
local_rules='@local-rules@'

acl=${SHAREDSTATE_ACL_DIR:-/acl}/users.acl
load=${SHAREDSTATE_LIBRARY_DIR:-/library}/load.txt
run=${SHAREDSTATE_RUN_DIR:-/tmp}
host=${SHAREDSTATE_HOST:-127.0.0.1}
port=${SHAREDSTATE_PORT:-6379}

# Images of Valkey need not have the names of Redis.
program() {
  if command -v "redis-$1" >/dev/null 2>&1; then
    echo "redis-$1"
  else
    echo "valkey-$1"
  fi
}

# Sends the commands of standard input as _local within so many seconds, and prints all answers, that to AUTH first.
# The password goes through a pipe: arguments and environment can be read by others.
as_local() {
  {
    printf 'AUTH _local %s\n' "$(cat "$run/local.password")"
    cat
  } | timeout "$1" "$(program cli)" -h "$host" -p "$port"
}

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Keeps an instance serving while the operator is away: loads the mounted library when the server has none, and takes
# over the mounted users when they change. Never replaces a library: that is the operator's, after a self-test.
#   keeper.sh render          writes the server's ACL file
#   keeper.sh watch <pid>     until that server is gone
set -u
umask 077
acl=${SHAREDSTATE_ACL_DIR:-/acl}/users.acl
library=${SHAREDSTATE_LIBRARY_DIR:-/library}/load.txt
run=${SHAREDSTATE_RUN_DIR:-/tmp}
host=${SHAREDSTATE_HOST:-127.0.0.1}
port=${SHAREDSTATE_PORT:-6379}

if command -v redis-cli >/dev/null 2>&1; then
  cli=redis-cli
else
  cli=valkey-cli
fi

# The mounted users and the pod's own: probes and this script, nothing else.
render() {
  hash=$(printf '%s' "$(cat "$run/local.password")" | sha256sum | cut -c 1-64)
  unknown=$(cat "$run/unknown.rule")
  {
    sed "s/$unknown//g" "$acl"
    printf 'user _local on #%s resetchannels -@all +ping +acl|load +function|load +time' "$hash"
    printf ' +fcall_ro|rl_info\n'
  } >"$run/users.acl.new" && mv "$run/users.acl.new" "$run/users.acl"
}

# Sends the commands of standard input as _local and prints the answers. The password goes through a pipe: arguments
# and environment can be read by others.
as_local() {
  {
    printf 'AUTH _local %s\n' "$(cat "$run/local.password")"
    cat
  } | timeout 5 "$cli" -h "$host" -p "$port" 2>/dev/null | tail -n +2
}

sum() {
  sha256sum <"$acl" 2>/dev/null
}

watch() {
  users=$(cat "$run/mounted.sum" 2>/dev/null)
  pause=0.2
  tries=0
  while kill -0 "$1" 2>/dev/null; do
    now=$(sum)
    if [ -n "$now" ] && [ "$now" != "$users" ]; then
      if render && [ "$(echo 'ACL LOAD' | as_local)" = OK ]; then
        echo "keeper: took over the changed users"
        users=$now
      fi
    fi
    case $(echo 'FCALL_RO rl_info 0' | as_local) in
    *'Function not found'*)
      if [ -r "$library" ]; then
        echo "keeper: loading the mounted library: $(as_local <"$library")"
      fi
      ;;
    '') ;; # not up yet, or busy: the probes tell
    *) pause=5 ;;
    esac
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ]; then
      pause=5
    fi
    sleep "$pause"
  done
}

case $1 in
render)
  sum >"$run/mounted.sum"
  render
  ;;
watch) watch "$2" ;;
esac

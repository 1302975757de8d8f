#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Keeps an instance serving while the operator is away: loads the mounted library when the server has none, and takes
# over the mounted users when they change. Never replaces a library: that is the operator's, after a self-test.
#   keeper.sh render          writes the server's ACL file
#   keeper.sh watch <pid>     until that server is gone
set -u
umask 077
# shellcheck source=common.sh
. "${SHAREDSTATE_CONFIG_DIR:-/config}/common.sh"

# The mounted users and the pod's own: probes and this script, nothing else.
render() {
  hash=$(printf '%s' "$(cat "$run/local.password")" | sha256sum | cut -c 1-64)
  unknown=$(cat "$run/unknown.rule")
  {
    sed "s/$unknown//g" "$acl"
    printf 'user _local on #%s %s\n' "$hash" "$local_rules"
  } >"$run/users.acl.new" && mv "$run/users.acl.new" "$run/users.acl"
}

answers() {
  as_local 5 2>/dev/null | tail -n +2
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
      if render && [ "$(echo 'ACL LOAD' | answers)" = OK ]; then
        echo "keeper: took over the changed users"
        users=$now
      fi
    fi
    case $(echo "FCALL_RO $info 0" | answers) in
    *'Function not found'*)
      if [ -r "$load" ]; then
        echo "keeper: loading the mounted library: $(answers <"$load")"
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

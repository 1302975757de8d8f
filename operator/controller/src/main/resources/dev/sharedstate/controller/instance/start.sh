#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts the server of one policy: draws the password of the pod's own user, joins it with the mounted users, leaves the
# keeper in the background and becomes the server. The password never leaves the memory-backed directory.
set -eu
umask 077
config=${SHAREDSTATE_CONFIG_DIR:-/config}
# shellcheck source=common.sh
. "$config/common.sh"
server=$(program server)

head -c 32 /dev/urandom | sha256sum | cut -c 1-64 >"$run/local.password"
# Redis 7.0 does not know CLIENT SETINFO and would refuse the whole file for it.
case $("$server" --version) in
*' v=7.0.'*) echo ' +client|setinfo' >"$run/unknown.rule" ;;
*) echo ' +no|such' >"$run/unknown.rule" ;;
esac

sh "$config/keeper.sh" render
sh "$config/keeper.sh" watch "$$" &
exec "$server" "$config/redis.conf"

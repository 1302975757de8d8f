#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Looks at the volume before the server does, then goes on with start.sh. Removes what saves left that a crash cut off:
# it would fill the volume. Finds out whether the append-only file ends within a write: the server drops such an end and
# only logs it, so the file is loaded once beforehand and the number of bytes goes into a setting that can be read.
set -eu
umask 077
config=${SHAREDSTATE_CONFIG_DIR:-/config}
data=${SHAREDSTATE_DATA_DIR:-/data}
# shellcheck source=common.sh
. "$config/common.sh"
server=$(program server)

# The last file of the append-only files, the only one that may end within a write.
last_file() {
  if [ -r "$data/appendonlydir/appendonly.aof.manifest" ]; then
    sed -n 's/^file \([^ ]*\) .*type i.*/\1/p' "$data/appendonlydir/appendonly.aof.manifest" | tail -n 1
  fi
}

# True if the file reads through. The checker is the server under another name, so every image has it.
reads_through() {
  ln -sf "$(command -v "$server")" "$run/redis-check-aof"
  "$run/redis-check-aof" "$1" >/dev/null 2>&1
}

# Loads the data in a server that nobody can reach, and says how that went. (7.0 words it "is now ready to accept".)
load_once() {
  "$server" "$config/redis.conf" --port 0 --unixsocket "$run/load.sock" --aclfile '' \
    --logfile "$run/load.log" &
  loader=$!
  while kill -0 "$loader" 2>/dev/null && ! grep -q 'eady to accept connections' "$run/load.log" 2>/dev/null; do
    sleep 0.1
  done
  kill -TERM "$loader" 2>/dev/null || :   # it has ended by itself where it could not load
  wait "$loader" || :
  cat "$run/load.log"
  grep -q 'eady to accept connections' "$run/load.log"
}

rm -f "$data"/temp-*.rdb "$data"/temp-*.aof
: >"$run/start.conf"
file=$(last_file)
if [ -n "$file" ] && ! reads_through "$data/appendonlydir/$file"; then
  echo "data: the end of $file does not read through"
  before=$(wc -c <"$data/appendonlydir/$file")
  : >"$run/load.log"
  load_once
  at=$(sed -n 's/.*Truncating the AOF .* at offset \([0-9]*\).*/\1/p' "$run/load.log" | tail -n 1)
  if [ -n "$at" ]; then
    echo "data: the last $((before - at)) bytes were an unfinished write and are gone"
    echo "syslog-ident cut:$((before - at))" >"$run/start.conf"
  fi
fi
exec sh "$config/start.sh"

# shellcheck shell=bash
# The very Redis and Valkey of the images as programs of the host, for tests that start servers by the hundred.

# A program of another Debian release runs here once it names its own loader and finds its own libraries:
# patchelf writes both into the file, so that it stays one plain process (signals, name in ps) with no wrapper.
extract_engine() { # name program...
  local name=$1 root out program file loader layer; shift
  root=$(mktemp -d "$TMP/$name.XXXX")
  for layer in $(tar -xOf "$IMAGES/$name.tar" manifest.json | grep -o '"Layers":\[[^]]*\]' | grep -oE '[a-z0-9/]+(\.tar|/[0-9a-f]{64})'); do
    tar -xOf "$IMAGES/$name.tar" "$layer" | tar -x -C "$root"
  done
  loader=$(find "$root"/usr/lib* "$root"/lib* -name 'ld-linux-*.so.[12]' | head -n 1)
  local libs; libs=$(dirname "$(find "$root/usr/lib" -name libc.so.6 | head -n 1)")
  out=$ENGINES/.$name
  rm -rf "$out"; mkdir -p "$out/bin" "$out/lib"
  cp -L "$loader" "$out/lib/ld.so"
  for program in "$@"; do
    "$loader" --library-path "$libs" --list "$root/usr/bin/$program" | awk '$2 == "=>" {print $3}' |
      while read -r file; do cp -Lu "$file" "$out/lib/"; done
    cp -L "$root/usr/bin/$program" "$out/bin/$program"
    patchelf --set-interpreter "$ENGINES/$name/lib/ld.so" --force-rpath --set-rpath "$ENGINES/$name/lib" "$out/bin/$program"
    [[ $program != valkey-* ]] || ln -s "$program" "$out/bin/redis-${program#valkey-}"
  done
  rm -rf "$root" "${ENGINES:?}/$name"
  mv "$out" "$ENGINES/$name"
  "$ENGINES/$name/bin/redis-server" --version   # shows in the log, and fails the step if it cannot run
}

engine() {
  # The loader's path is absolute inside the programs: a cache that was moved has to be extracted again.
  if [[ -x $ENGINES/$1/bin/redis-benchmark ]] && "$ENGINES/$1/bin/redis-server" --version >/dev/null 2>&1; then return; fi
  step "engine $1" extract_engine "$@"
}

engines() {
  engine_images
  mkdir -p "$ENGINES"
  need_packages patchelf
  engine redis-7.0 redis-server redis-cli redis-benchmark redis-check-aof
  engine redis-8.0 redis-server redis-cli redis-benchmark redis-check-aof
  engine valkey-8.1 valkey-server valkey-cli valkey-benchmark valkey-check-aof
  prometheus_tools
}

# prometheus and promtool out of Debian's package: installing it would also start a service.
prometheus_tools() {
  [[ ! -x $TOOLS/promtool || ! -x $TOOLS/prometheus ]] || return 0
  have promtool && have prometheus && return
  have apt-get || { say "no promtool here: install Prometheus for the tests of alerts"; return 0; }
  step "promtool" extract_prometheus
}
extract_prometheus() {
  local dir
  dir=$(mktemp -d "$TMP/prometheus.XXXX")
  debian_files prometheus "$dir"
  mkdir -p "$TOOLS"
  install -m 755 "$dir/usr/bin/prometheus" "$dir/usr/bin/promtool" "$TOOLS/"
  rm -rf "$dir"
  "$TOOLS/promtool" --version
}

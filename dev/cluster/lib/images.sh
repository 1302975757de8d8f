# shellcheck shell=bash
# Container images without an engine or a registry: Debian packages in a folder, written as docker-archive.

# archive FILE REFERENCE ENTRYPOINT-JSON FOLDER: a docker-archive of one layer; containerd, kind, docker and jib read it.
archive() {
  local dir layer config
  dir=$(mktemp -d "$TMP/image.XXXX")
  chmod 755 "$4"   # the root folder itself is in the layer; nobody but root could enter what mktemp made
  tar -C "$4" --numeric-owner --sort=name -cf "$dir/layer.tar" .
  layer=$(sha256sum "$dir/layer.tar"); layer=${layer%% *}
  mkdir "$dir/$layer"; mv "$dir/layer.tar" "$dir/$layer/"
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Entrypoint":%s},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
    "$ARCH" "$3" "$layer" >"$dir/config.json"
  config=$(sha256sum "$dir/config.json"); config=${config%% *}
  mv "$dir/config.json" "$dir/$config.json"
  printf '[{"Config":"%s.json","RepoTags":["%s"],"Layers":["%s/layer.tar"]}]' "$config" "$2" "$layer" >"$dir/manifest.json"
  tar -C "$dir" -cf "$IMAGES/.$1" manifest.json "$config.json" "$layer"
  mv "$IMAGES/.$1" "$IMAGES/$1"     # complete or absent: a killed build leaves no half archive under the real name
  rm -rf "$dir"
}

debootstrap_image() { # archive reference suite packages
  local root
  root=$(mktemp -d "$TMP/image.XXXX")
  mkdir -p "$CACHE/debs-$3"
  retry bootstrap "$root" "$3" "$4"
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale,info}/*
  archive "$1" "$2" '[]' "$root"
  rm -rf "$root"
}
bootstrap() { # root suite packages; starts from an empty folder, since a half-filled one cannot be continued
  discard "$1"; mkdir "$1"
  debootstrap --variant=minbase --cache-dir="$CACHE/debs-$2" --include="$3" "$2" "$1"
}

# With an engine (kind on a laptop) neither root nor debootstrap is needed; the packages are the same.
docker_image() { # archive reference suite packages
  retry docker build -q -t "$2" - <<D
FROM debian:$3-slim
RUN apt-get update && apt-get install -y --no-install-recommends ${4//,/ } && rm -rf /var/lib/apt/lists/*
D
  docker save -o "$IMAGES/.$1" "$2"
  mv "$IMAGES/.$1" "$IMAGES/$1"
}

debian_image() { # archive reference suite packages
  [[ -f $IMAGES/$1 ]] && return
  mkdir -p "$IMAGES"
  if [[ $MODE == kind ]]; then
    step "image ${1%.tar}" docker_image "$@"
  else
    need_root "building images"
    need_packages debootstrap
    step "image ${1%.tar}" debootstrap_image "$@"
  fi
}

engine_images() {
  debian_image redis-7.0.tar localhost/dev/redis:7.0-debian bookworm redis-server,redis-tools
  debian_image redis-8.0.tar localhost/dev/redis:8.0-debian trixie redis-server,redis-tools
  debian_image valkey-8.1.tar localhost/dev/valkey:8.1-debian trixie valkey-server,valkey-tools
}
runtime_images() {
  debian_image jre-21.tar localhost/dev/jre:21-debian trixie openjdk-21-jre-headless,ca-certificates
}

# The two images that a node needs for itself.
node_images() {
  mkdir -p "$IMAGES"
  if [[ ! -f $IMAGES/pause.tar ]]; then step "image pause" pause_image; fi
  if [[ ! -f $IMAGES/coredns.tar ]]; then step "image coredns" coredns_image; fi
}
pause_image() {   # catatonit's -P is what the pause program does: sleep, and reap orphans
  local dir
  dir=$(mktemp -d "$TMP/pause.XXXX")
  debian_files catatonit "$dir/package"
  mkdir "$dir/root"
  cp "$dir/package/usr/bin/catatonit" "$dir/root/pause"
  archive pause.tar "$PAUSE_IMAGE" '["/pause","-P"]' "$dir/root"
}
coredns_image() {
  local dir
  dir=$(mktemp -d "$TMP/image.XXXX")
  cp "$BIN/coredns" "$dir/"
  archive coredns.tar "$COREDNS_IMAGE" '["/coredns"]' "$dir"
}

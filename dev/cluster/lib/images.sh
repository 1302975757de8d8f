# shellcheck shell=bash
# Container images without an engine or a registry: Debian packages in a folder, written as docker-archive.

layer() { # folder tar
  chmod 755 "$1"   # the root folder itself is in the layer; nobody but root could enter what mktemp made
  tar -C "$1" --numeric-owner --sort=name -cf "$2" .
}

# archive FILE REFERENCE ENTRYPOINT-JSON LAYER...: a docker-archive, which containerd, kind, docker and jib read.
archive() {
  local file=$1 reference=$2 entrypoint=$3 dir sum tar ids=() layers=(); shift 3
  dir=$(mktemp -d "$TMP/archive.XXXX")
  for tar in "$@"; do
    sum=$(sha256sum "$tar"); sum=${sum%% *}
    mkdir "$dir/$sum"; ln "$tar" "$dir/$sum/layer.tar"
    ids+=("\"sha256:$sum\""); layers+=("\"$sum/layer.tar\"")
  done
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Entrypoint":%s},"rootfs":{"type":"layers","diff_ids":[%s]}}' \
    "$ARCH" "$entrypoint" "$(comma "${ids[@]}")" >"$dir/config"
  sum=$(sha256sum "$dir/config"); sum=${sum%% *}
  mv "$dir/config" "$dir/$sum.json"
  printf '[{"Config":"%s.json","RepoTags":["%s"],"Layers":[%s]}]' "$sum" "$reference" "$(comma "${layers[@]}")" >"$dir/manifest.json"
  tar -C "$dir" --hard-dereference -cf "$IMAGES/.$file" manifest.json "$sum.json" "${layers[@]//[\"]/}"
  mv "$IMAGES/.$file" "$IMAGES/$file"     # complete or absent: a killed build leaves no half archive under the real name
  rm -rf "$dir"
}
comma() { local IFS=,; echo "$*"; }

# One base per Debian release, the lower layer of all images of that release: bootstrapped, unpacked and imported once.
debian_base() { # suite
  [[ -f $CACHE/base-$1.tar ]] && return
  need_root "building images"
  need_packages debootstrap
  step "base image of Debian $1" bootstrap "$1"
}
bootstrap() { # suite
  local root=$TMP/base-$1
  retry bootstrap_into "$root" "$1"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"; chmod +x "$root/usr/sbin/policy-rc.d"   # installing starts no service
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale,info}/* "$root"/etc/{resolv.conf,hostname}
  mkdir -p "$root/usr/share/man/man1"     # Java's installation puts a link there
  rm -rf "$CACHE/base-$1"; mv "$root" "$CACHE/base-$1"
  layer "$CACHE/base-$1" "$TMP/base.tar"
  mv "$TMP/base.tar" "$CACHE/base-$1.tar"
}
bootstrap_into() { discard "$1"; debootstrap --variant=minbase "$2" "$1"; }   # a half-filled folder cannot be continued

debootstrap_image() { # archive reference suite packages
  local dir root
  dir=$(mktemp -d "$TMP/image.XXXX"); root=$dir/root
  mkdir "$dir"/{upper,work,root}
  mount -t overlay overlay -o "lowerdir=$CACHE/base-$3,upperdir=$dir/upper,workdir=$dir/work" "$root"
  mount -t proc proc "$root/proc"       # Java's installation reads it
  cp -L /etc/resolv.conf "$root/etc/"
  retry chroot_install "$root" "${4//,/ }"
  discard_mounts "$dir"
  rm -rf "$dir"/upper/{etc/resolv.conf,tmp,run,var/cache/apt,var/lib/apt/lists,var/log} "$dir"/upper/usr/share/{doc,man,locale,info}
  find "$dir/upper" -type c -delete     # how overlay marks what was deleted from the base; let it be there
  layer "$dir/upper" "$dir/layer.tar"
  archive "$1" "$2" '[]' "$CACHE/base-$3.tar" "$dir/layer.tar"
  rm -rf "$dir"
}
chroot_install() { # root "package ..."
  chroot "$1" apt-get update -qq
  # shellcheck disable=SC2086   # a list
  DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get install -y -qq --no-install-recommends $2
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
    debian_base "$3"
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
  layer "$dir/root" "$dir/layer.tar"
  archive pause.tar "$PAUSE_IMAGE" '["/pause","-P"]' "$dir/layer.tar"
}
coredns_image() {
  local dir
  dir=$(mktemp -d "$TMP/image.XXXX")
  mkdir "$dir/root"
  cp "$BIN/coredns" "$dir/root/"
  layer "$dir/root" "$dir/layer.tar"
  archive coredns.tar "$COREDNS_IMAGE" '["/coredns"]' "$dir/layer.tar"
}

# shellcheck shell=bash
# Names, versions and small helpers that every part of the development cluster uses. Sourced, never run.

KUBE_VERSION=${KUBE_VERSION:-v1.34.3}
ETCD_VERSION=${ETCD_VERSION:-v3.6.13}
COREDNS_VERSION=${COREDNS_VERSION:-v1.12.4}
KUBE_ROUTER_VERSION=${KUBE_ROUTER_VERSION:-v2.1.0}
HELM_VERSION=${HELM_VERSION:-v3.19.5}
# The oldest and the newest Kubernetes that the CRDs must install on, and the cluster's own.
APISERVER_VERSIONS=${APISERVER_VERSIONS:-v1.29.15 $KUBE_VERSION v1.37.2}

CACHE=${CLUSTER_CACHE:-${HOME:-/root}/.cache/dev-cluster}
BIN=$CACHE/bin-$KUBE_VERSION
TOOLS=$CACHE/bin-tools
IMAGES=$CACHE/images
ENGINES=$CACHE/engines
APISERVERS=$CACHE/apiservers
LOGS=$CACHE/log
ARCH=$(uname -m); ARCH=${ARCH/x86_64/amd64}; ARCH=${ARCH/aarch64/arm64}

RUN=/run/dev-cluster     # sockets, logs, configuration; set anew where the cluster is not the native one
KIND_NAME=shared-state-dev

say() { printf 'cluster: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# step WHAT COMMAND...: runs it with all output in a log file, prints the time that it took, and on failure the end of that log.
step() {
  local what=$1 log start=$SECONDS; shift
  log=$LOGS/${what//[^A-Za-z0-9.]/-}.log
  mkdir -p "$LOGS"
  say "$what ..."
  # A subshell with its own `set -e`: bash ignores errexit inside a function that stands in a condition.
  set +e; ( set -e; "$@" ) >"$log" 2>&1; local rc=$?; set -e
  if ((rc)); then
    tail -n 15 "$log" | sed 's/^/  | /' >&2
    die "FAILED: $what (after $((SECONDS - start)) s); the whole log: $log"
  fi
  say "$what: $((SECONDS - start)) s"
}

# Only for what talks to a registry: those hiccup, compilers do not.
retry() {
  local try rc
  for try in 1 2 3; do
    set +e; ( set -e; "$@" ); rc=$?; set -e
    ((rc)) || return 0
    echo "attempt $try of 3 failed: $*" >&2
    sleep $((try * 5))
  done
  return 1
}

need_root() { [[ $(id -u) == 0 ]] || die "$1 needs root"; }

# One run of a lane at a time on a machine: parallel runs would fill the same files. The API servers of other versions
# are a lane of their own, so that nobody waits for their long build to start a cluster. Children must not keep the
# lock (file descriptor 9), so everything that is left running is started with 9>&-.
lock() { # lane
  mkdir -p "$CACHE"
  TMP=$CACHE/tmp-$1.$$
  exec 9>"$CACHE/lock-$1"
  flock -n 9 && return
  say "waiting for another run of this script"
  flock 9
}

# Work folders lie in the cache (large, and on its filesystem); with the lock held, any other one is a killed run's.
work_folder() {
  local old
  for old in "${TMP%.*}".*; do discard "$old"; done
  mkdir -p "$TMP"
  trap 'discard "$TMP"' EXIT
}

# Folders with what may be mounted below them. A mount that stays ends the script before anything in it is deleted.
discard() {
  discard_mounts "$1"
  rm -rf "$1"
}
discard_mounts() {
  awk -v dir="$1/" 'index($2, dir) == 1 {print $2}' /proc/mounts | sort -r | xargs -r umount -l
}

apt_update() { retry apt-get -o DPkg::Lock::Timeout=300 update -qq; }
apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt_update
  retry apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "$@"
}
# The files of a Debian package without installing it (no service starts, nothing is left on the machine).
debian_files() { # package folder
  mkdir -p "$2/deb"
  cd "$2/deb" || return
  apt-get download -qq "$1" || { apt_update; retry apt-get download -qq "$1"; }
  dpkg-deb -x ./*.deb "$2"
}
need_packages() {
  local missing=() p
  for p in "$@"; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing+=("$p")
  done
  ((${#missing[@]})) || return 0
  have apt-get || die "missing ${missing[*]}, and this is not a Debian machine where they could be installed"
  need_root "installing ${missing[*]}"
  step "install ${missing[*]}" apt_install "${missing[@]}"
}

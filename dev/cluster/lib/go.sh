# shellcheck shell=bash
# Programs built from their Go modules: the Go module proxy is reachable where release downloads are not.

GO_VERSION=${GO_VERSION:-1.26.8}   # fetched only where the machine has no Go or one that cannot fetch a newer one itself

# go_build DIR MODULE VERSION SETUP NAME=PACKAGE...: builds what DIR does not have in that version yet.
go_build() {
  local dir=$1 module=$2 version=$3 setup=$4 pair work todo=(); shift 4
  for pair in "$@"; do built_from "$dir/${pair%%=*}" "$module" "$version" || todo+=("$pair"); done
  ((${#todo[@]})) || return 0
  go_toolchain
  mkdir -p "$dir"
  work=$(mktemp -d "$TMP/go.XXXX")
  step "fetch ${module##*/} $version" retry go_fetch "$work" "$module" "$version" "$setup" "${todo[@]#*=}"
  for pair in "${todo[@]}"; do
    step "build ${pair%%=*} $version" go_compile "$work" "$dir/${pair%%=*}" "${pair#*=}" "$version"
  done
  rm -rf "$work"
}

# Go writes the versions of all modules into a program; asking the program needs no stamp file that could lie.
built_from() { [[ -x $1 ]] && LC_ALL=C grep -qaF "$2"$'\t'"$3"$'\t' "$1"; }

# A throw-away module that requires the program's module in that version.
go_fetch() { # work module version setup package...
  local work=$1 module=$2 version=$3 setup=$4; shift 4
  cd "$work" || return
  printf 'module devcluster\n\ngo 1.24.0\n' >go.mod
  go mod download "$module@$version"
  "$setup" "$version"
  go get "${@/%/@$version}"
}

go_compile() { # work file package version
  local v minor=${4#v1.} flags=(-s -w -X "helm.sh/helm/v3/internal/version.version=$4")
  for v in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=(-X "$v.gitVersion=$4" -X "$v.gitMajor=1" -X "$v.gitMinor=${minor%%.*}")
  done
  cd "$1" || return
  CGO_ENABLED=0 go build -p "${CLUSTER_JOBS:-2}" -trimpath -o "$2.new.$$" \
    -ldflags "${flags[*]}" "$3"
  mv "$2.new.$$" "$2"    # at once: a program may be running, or another run building the same
}

# k8s.io/kubernetes requires its staging modules as v0.0.0 and replaces them; a module that uses it must do the same.
kubernetes_module() { # version
  local staging=v0.${1#v1.} m
  awk '$1 ~ /^k8s\.io\// && $2 == "v0.0.0" {print $1}' "$(go env GOMODCACHE)/cache/download/k8s.io/kubernetes/@v/$1.mod" |
    while read -r m; do go mod edit -replace "$m=$m@$staging"; done
}
no_setup() { :; }

# Finds or installs Go, and lets it fetch the version that a module asks for.
go_toolchain() {
  local version
  have go || PATH=$PATH:/usr/local/go/bin
  if [[ -x $CACHE/go/bin/go ]]; then PATH=$CACHE/go/bin:$PATH; fi
  have go || need_packages golang-go ca-certificates
  version=$(go env GOVERSION); version=${version#go1.}
  if ((${version%%[!0-9]*} < 21)); then   # from 1.21 on Go itself fetches what go.mod asks for; Debian 12 has 1.19
    step "fetch Go $GO_VERSION" retry fetch_go
    PATH=$CACHE/go/bin:$PATH
  fi
  export PATH GOTOOLCHAIN=auto GOFLAGS=-mod=mod GOWORK=off GOMAXPROCS=${CLUSTER_JOBS:-2}
}
# The toolchain is a module like any other; an old Go can fetch it, but knows nothing of its two peculiarities.
fetch_go() {
  local dir module=golang.org/toolchain@v0.0.1-go$GO_VERSION.linux-$ARCH
  dir=$TMP/toolchain; mkdir -p "$dir"; cd "$dir" || return
  GOFLAGS=-modcacherw GOMODCACHE=$dir go mod download "$module"
  chmod +x "$dir/$module"/bin/* "$dir/$module"/pkg/tool/*/*                       # module archives have no modes
  find "$dir/$module" -name _go.mod -execdir mv {} go.mod \;                      # nor may they contain a second go.mod
  rm -rf "$CACHE/go"; mv "$dir/$module" "$CACHE/go"
  "$CACHE/go/bin/go" version
}

# ---------------------------------------------------------------- what is built with it
kubernetes_programs() { # dir version name...
  local dir=$1 version=$2 name pairs=(); shift 2
  for name in "$@"; do pairs+=("$name=k8s.io/kubernetes/cmd/$name"); done
  go_build "$dir" k8s.io/kubernetes "$version" kubernetes_module "${pairs[@]}"
}
etcd_program() { go_build "$BIN" go.etcd.io/etcd/server/v3 "$ETCD_VERSION" no_setup etcd=go.etcd.io/etcd/server/v3; }
helm_program() { go_build "$BIN" helm.sh/helm/v3 "$HELM_VERSION" no_setup helm=helm.sh/helm/v3/cmd/helm; }

node_programs() {
  kubernetes_programs "$BIN" "$KUBE_VERSION" kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl
  etcd_program
  go_build "$BIN" github.com/coredns/coredns "$COREDNS_VERSION" no_setup coredns=github.com/coredns/coredns
  go_build "$BIN" github.com/cloudnativelabs/kube-router/v2 "$KUBE_ROUTER_VERSION" no_setup \
    kube-router=github.com/cloudnativelabs/kube-router/v2/cmd/kube-router
  helm_program
}

# API servers in the layout that fabric8's kube-api-test reads in offline mode. A version's folder appears at once
# and complete, since the reader takes any folder that exists.
apiservers() {
  local version dir
  kubernetes_programs "$BIN" "$KUBE_VERSION" kube-apiserver kubectl
  etcd_program
  for version in $APISERVER_VERSIONS; do
    dir=$APISERVERS/k8s/${version#v}-linux-$ARCH
    [[ ! -x $dir/kube-apiserver ]] || continue
    kubernetes_programs "$CACHE/bin-$version" "$version" kube-apiserver
    rm -rf "$dir" "$dir.new"; mkdir -p "$dir.new"
    ln "$CACHE/bin-$version/kube-apiserver" "$BIN/etcd" "$BIN/kubectl" "$dir.new/"
    mv "$dir.new" "$dir"
    say "API server $version: $dir"
  done
}

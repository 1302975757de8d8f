# shellcheck shell=bash
# The two other clusters: kind, where a Docker engine works, and an existing one, which is only used when named.

choose_mode() {
  case ${CLUSTER:-auto} in
    auto) if have kind && docker info >/dev/null 2>&1; then MODE=kind; else MODE=native; fi ;;
    native | kind | existing) MODE=$CLUSTER ;;
    *) die "CLUSTER must be native, kind or existing (not set: kind where it works, else native), not '$CLUSTER'" ;;
  esac
  [[ $MODE == native ]] || RUN=$CACHE/run-$MODE
}

# ---------------------------------------------------------------- kind
kind_build() {
  have kind || die "CLUSTER=kind needs kind on the PATH"
  docker info >/dev/null 2>&1 || die "CLUSTER=kind needs a Docker engine that answers (docker info)"
  have kubectl || kubernetes_programs "$BIN" "$KUBE_VERSION" kubectl
  have helm || helm_program
  engine_images
  runtime_images
}
kind_exists() { kind get clusters 2>/dev/null | grep -qx "$KIND_NAME"; }

kind_up() {
  kind_build
  mkdir -p "$RUN/audit"
  if ! kind_exists; then
    : >"$RUN/audit/audit.log"; chmod 644 "$RUN/audit/audit.log"
    kind_config >"$RUN/kind.yaml"
    step "create kind cluster" retry_kind
    kind_load "$IMAGES"/{redis,valkey,jre}-*.tar
  fi
  kind get kubeconfig --name "$KIND_NAME" >"$RUN/kubeconfig"
  kubectl wait --for=condition=Ready node --all --timeout=120s >/dev/null || die "the node of kind cluster $KIND_NAME is not ready"
  kind_routes
}
retry_kind() { kind create cluster --name "$KIND_NAME" --config "$RUN/kind.yaml" --kubeconfig "$RUN/kubeconfig" --wait 120s; }
kind_config() {
  cat <<Y
kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
nodes:
- role: control-plane
  extraMounts:
  - {hostPath: "$DEV/audit-policy.yaml", containerPath: /etc/kubernetes/audit/policy.yaml, readOnly: true}
  - {hostPath: "$RUN/audit", containerPath: /var/log/kubernetes/audit}
  kubeadmConfigPatches:
  - |
    kind: ClusterConfiguration
    apiServer:
      extraArgs:
        audit-policy-file: /etc/kubernetes/audit/policy.yaml
        audit-log-path: /var/log/kubernetes/audit/audit.log
        audit-log-maxsize: "1000"
      extraVolumes:
      - {name: audit-policy, hostPath: /etc/kubernetes/audit, mountPath: /etc/kubernetes/audit, readOnly: true, pathType: Directory}
      - {name: audit-log, hostPath: /var/log/kubernetes/audit, mountPath: /var/log/kubernetes/audit, readOnly: false, pathType: DirectoryOrCreate}
Y
}
# Pods and Services as in the native cluster: reachable from the host, where that is Linux and we may set routes.
kind_routes() {
  local node cidr
  [[ $(uname) == Linux && $(id -u) == 0 ]] || { say "pod addresses are reachable from the host only for root on Linux"; return 0; }
  node=$(docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$KIND_NAME-control-plane")
  for cidr in 10.244.0.0/16 10.96.0.0/16; do ip route replace "$cidr" via "$node"; done
}
kind_load() { local file; for file in "$@"; do kind load image-archive --name "$KIND_NAME" "$file" || die "cannot load $file"; done; }
kind_down() {
  if kind_exists; then kind delete cluster --name "$KIND_NAME" --kubeconfig "$RUN/kubeconfig"; fi
  rm -rf "$RUN"
}

# ---------------------------------------------------------------- existing
existing_build() {
  have kubectl || kubernetes_programs "$BIN" "$KUBE_VERSION" kubectl
  have helm || helm_program
}
# A copy with that one context: tests cannot slip into another, and the user's current context stays as it is.
existing_up() {
  [[ -n ${KUBE_CONTEXT:-} ]] || die "CLUSTER=existing needs KUBE_CONTEXT=name (kubectl config get-contexts)"
  existing_build
  mkdir -p "$RUN"
  ( umask 077; PATH=$BIN:$PATH command kubectl config view --minify --flatten --context="$KUBE_CONTEXT" >"$RUN/kubeconfig" ) ||
    die "no context $KUBE_CONTEXT in ${KUBECONFIG:-~/.kube/config}"
  kubectl get --raw /readyz >/dev/null || die "the cluster of context $KUBE_CONTEXT does not answer"
}
existing_load() {
  die "images cannot be loaded into an existing cluster from here: push them to a registry that its nodes reach, and give that name in the chart's values"
}
existing_down() { say "an existing cluster is left alone"; }

# shellcheck shell=bash
# The node: containerd, kubelet, kube-proxy, NetworkPolicies, volumes.

containerd_up() {
  cat >"$RUN/cni/10-bridge.conflist" <<Y
{"cniVersion":"0.4.0","name":"dev","plugins":[
 {"type":"bridge","bridge":"cni0","isGateway":true,"hairpinMode":true,
  "ipam":{"type":"host-local","dataDir":"$RUN/cni-ips","ranges":[[{"subnet":"$POD_CIDR"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"portmap","capabilities":{"portMappings":true}}]}
Y
  # No registry is reachable: every pull goes to a closed port and fails at once, where a name look-up would hang.
  mkdir -p "$RUN/registries/_default"
  echo 'server = "http://127.0.0.1:1"' >"$RUN/registries/_default/hosts.toml"
  cat >"$RUN/containerd.toml" <<Y
version = 2
root = "$DATA/containerd"
state = "$RUN/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt"]
[grpc]
  address = "$RUN/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "$PAUSE_IMAGE"
  disable_apparmor = true
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$RUN/cni"
  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "$RUN/registries"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
      Root = "$RUN/runc"
Y
  daemon containerd containerd -c "$RUN/containerd.toml"
  wait_for 60 containerd containerd ctr -a "$RUN/containerd.sock" version
  load_images
}

load_images() { # those of the cache that are new since they were loaded
  local archive
  for archive in "$IMAGES"/*.tar; do
    [[ $RUN/loaded.${archive##*/} -nt $archive ]] && continue
    native_load "$archive"
    touch "$RUN/loaded.${archive##*/}"
  done
}

native_load() {
  local file
  for file in "$@"; do
    [[ -r $file ]] || die "cannot read $file"
    ctr -a "$RUN/containerd.sock" -n k8s.io images import "$file" >"$RUN/log/import.log" 2>&1 ||
      { cat "$RUN/log/import.log" >&2; die "cannot import $file (a docker-archive or oci-archive is needed; is the cluster up?)"; }
  done
}

kubelet_up() {
  : >"$RUN/resolv.conf"     # pods ask CoreDNS, CoreDNS asks nobody
  # evictionHard names memory only, so that a full disk evicts nothing; image GC is off since nothing could be pulled again.
  cat >"$RUN/kubelet.yaml" <<Y
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $RUN/pki/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $RUN/pki/kubelet.crt
tlsPrivateKeyFile: $RUN/pki/kubelet.key
cgroupDriver: cgroupfs
cgroupRoot: /$CGROUP
failCgroupV1: false
failSwapOn: false
containerRuntimeEndpoint: unix://$RUN/containerd.sock
podLogsDir: $RUN/log/pods
clusterDomain: cluster.local
clusterDNS: [$DNS_IP]
resolvConf: $RUN/resolv.conf
enforceNodeAllocatable: []
localStorageCapacityIsolation: false
syncFrequency: 10s
maxPods: 110
imageGCHighThresholdPercent: 100
evictionHard: {memory.available: 100Mi}
Y
  daemon kubelet "$BIN/kubelet" --config="$RUN/kubelet.yaml" --kubeconfig="$RUN/kubelet.conf" --root-dir="$DATA/kubelet" \
    --hostname-override="$NODE" --node-ip="$NODE_IP"
}

services_up() {
  daemon kube-proxy "$BIN/kube-proxy" --kubeconfig="$RUN/kube-proxy.conf" --proxy-mode=iptables --cluster-cidr="$POD_CIDR" \
    --hostname-override="$NODE" --conntrack-max-per-core=0
  daemon provisioner bash "$DEV/lib/provisioner" "$BIN/kubectl" "$RUN/addons.conf" "$DATA/volumes" "$NODE"
  wait_for 120 kubelet "the node" kubectl wait --for=condition=Ready "node/$NODE" --timeout=1s
  daemon kube-router env NODE_NAME="$NODE" "$BIN/kube-router" --kubeconfig="$RUN/addons.conf" --hostname-override="$NODE" \
    --run-firewall=true --run-router=false --run-service-proxy=false --run-loadbalancer=false --health-port=0 \
    --service-cluster-ip-range="$SERVICE_CIDR"
  wait_for 120 kubelet CoreDNS kubectl -n kube-system rollout status deploy/coredns --timeout=1s
}

# shellcheck shell=bash
# The cluster without Docker: the control plane and the node as processes of this machine, in one network namespace
# of their own. Every stage below leaves alone what is there, so `up` both starts and repairs.

HOST_IP=10.251.0.1 NODE_IP=10.251.0.2 POD_CIDR=10.244.0.0/24 SERVICE_CIDR=10.96.0.0/16 DNS_IP=10.96.0.10
NODE=dev-node
PAUSE_IMAGE=registry.k8s.io/pause:3.8
COREDNS_IMAGE=registry.k8s.io/coredns/coredns:$COREDNS_VERSION
DATA=/var/lib/dev-cluster     # what is large: images, volumes, etcd; /run is memory on most machines
DAEMONS=(kube-router provisioner kube-proxy kubelet kube-scheduler kube-controller-manager kube-apiserver etcd containerd)
# What containerd and kubelet write to fixed places; removed by `down` where it was not there before.
ELSEWHERE=(/run/containerd /var/lib/cni /var/lib/kubelet /var/log/containers /var/log/pods)
INOTIFY=/proc/sys/fs/inotify/max_user_instances

native_build() {
  need_root "the cluster"
  need_packages containerd runc containernetworking-plugins iptables ipset conntrack iproute2 openssl procps kmod
  node_programs
  node_images
  engine_images
  runtime_images
}

native_up() {
  local start=$SECONDS
  need_root "the cluster"
  native_build
  if netns_alive && [[ $(cat "$RUN/identity" 2>/dev/null) == "$(identity)" ]] && any_runs; then
    if healthy; then load_images; say "already up"; return; fi
    say "parts of the cluster are not running, starting them again"
  else
    native_down   # what a killed run, a reboot or another version left behind
    mkdir -p "$RUN"/{log,cni} "$DATA"
    ls -d "${ELSEWHERE[@]}" >"$RUN/elsewhere" 2>/dev/null || true
    identity >"$RUN/identity"
  fi
  machine
  network
  certificates
  control_plane
  containerd_up
  kubelet_up
  services_up
  say "up after $((SECONDS - start)) s"
}
identity() { echo "$(</proc/sys/kernel/random/boot_id) $KUBE_VERSION"; }
any_runs() { local name; for name in "${DAEMONS[@]}"; do pid_of "$name" >/dev/null && return; done; return 1; }
healthy() {
  local name
  for name in "${DAEMONS[@]}"; do pid_of "$name" >/dev/null || return 1; done
  kubectl wait --for=condition=Ready "node/$NODE" --timeout=1s >/dev/null 2>&1
}

machine() {
  local module
  for module in overlay br_netfilter ip_set ip_tables nf_conntrack; do modprobe -q $module 2>/dev/null || true; done   # built in, or loaded here
  make_cgroups
  # Unpacking the images and deleting them again is most of the time of up and down, so where memory is plenty they
  # live there. Volumes and etcd stay on the disk.
  mkdir -p "$DATA/containerd"
  if (($(awk '/^MemAvailable:/ {print $2}' /proc/meminfo) > 12000000)) && ! mountpoint -q "$DATA/containerd" && [[ -z $(ls -A "$DATA/containerd") ]]; then
    mount -t tmpfs -o size=6g,mode=711 dev-cluster "$DATA/containerd"
  fi
  # 128, the usual limit, is used up by a few dozen pods and JVMs; it is the machine's, so `down` puts it back.
  if (($(<$INOTIFY) < 1024)); then cat $INOTIFY >"$RUN/inotify"; echo 1024 >$INOTIFY; fi
}

network() {
  netns_alive || { ip netns del "$NETNS" 2>/dev/null || true; ip netns add "$NETNS"; }
  if ! ip link show dev-host >/dev/null 2>&1; then
    ip link add dev-host type veth peer name dev-node netns "$NETNS"
    ip addr add $HOST_IP/24 dev dev-host; ip link set dev-host up
    in_ns ip link set lo up
    in_ns ip addr add $NODE_IP/24 dev dev-node; in_ns ip link set dev-node up
  fi
  in_ns ip route replace "$SERVICE_CIDR" dev dev-node       # only so that the node's own calls to a Service find a route
  in_ns sysctl -qw net.ipv4.ip_forward=1
  ip route replace "$POD_CIDR" via "$NODE_IP"                 # the host reaches pods and Services; nothing leaves the machine
  ip route replace "$SERVICE_CIDR" via "$NODE_IP"
}

# ---------------------------------------------------------------- certificates
certificates() {
  [[ ! -f $RUN/pki/complete ]] || return 0
  rm -rf "$RUN/pki"; mkdir -p "$RUN/pki"
  ( cd "$RUN/pki"
    umask 077
    private_key ca.key
    openssl req -x509 -new -key ca.key -subj /CN=dev-cluster -days 365 -out ca.crt
    private_key sa.key; openssl pkey -in sa.key -pubout -out sa.pub
    certificate apiserver /CN=kube-apiserver "IP:$NODE_IP,IP:127.0.0.1,IP:${SERVICE_CIDR%.*.*/*}.0.1,DNS:localhost,DNS:kubernetes.default.svc"
    certificate admin /O=system:masters/CN=admin
    certificate kube-controller-manager /CN=system:kube-controller-manager
    certificate kube-scheduler /CN=system:kube-scheduler
    certificate kube-proxy /CN=system:kube-proxy
    certificate addons /O=system:masters/CN=dev-cluster:addons      # a name of their own, so that the audit log can leave them out
    certificate kubelet "/O=system:nodes/CN=system:node:$NODE" "IP:$NODE_IP"
    touch complete
  ) >"$RUN/log/certificates.log" 2>&1 || die "no certificates; see $RUN/log/certificates.log"
  kubeconfig admin "$RUN/kubeconfig"
  local c; for c in kube-controller-manager kube-scheduler kube-proxy kubelet addons; do kubeconfig $c "$RUN/$c.conf"; done
}
private_key() { openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$1"; }   # RSA in PKCS #8: every client reads it
certificate() { # name subject [subject alternative names]
  private_key "$1.key"
  openssl req -new -key "$1.key" -subj "$2" -out "$1.csr"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -out "$1.crt" \
    -extfile <(printf 'extendedKeyUsage=serverAuth,clientAuth\n%s' "${3:+subjectAltName=$3}")
}
kubeconfig() { # certificate name, file
  ( umask 077; cat >"$2" ) <<Y
apiVersion: v1
kind: Config
clusters: [{name: dev, cluster: {server: "https://$NODE_IP:6443", certificate-authority-data: $(base64 -w0 "$RUN/pki/ca.crt")}}]
users: [{name: dev, user: {client-certificate-data: $(base64 -w0 "$RUN/pki/$1.crt"), client-key-data: $(base64 -w0 "$RUN/pki/$1.key")}}]
contexts: [{name: dev, context: {cluster: dev, user: dev}}]
current-context: dev
Y
}

# ---------------------------------------------------------------- control plane
control_plane() {
  local pki=$RUN/pki
  mkdir -p "$RUN/audit"
  [[ -f $RUN/audit/audit.log ]] || install -m 644 /dev/null "$RUN/audit/audit.log"   # made by the API server it would be root's alone
  daemon etcd "$BIN/etcd" --data-dir "$DATA/etcd" --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync --log-level warn
  daemon kube-apiserver "$BIN/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 \
    --advertise-address="$NODE_IP" --secure-port=6443 --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" \
    --client-ca-file="$pki/ca.crt" --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/sa.pub" \
    --service-account-signing-key-file="$pki/sa.key" --service-cluster-ip-range="$SERVICE_CIDR" --authorization-mode=Node,RBAC \
    --allow-privileged --kubelet-client-certificate="$pki/admin.crt" --kubelet-client-key="$pki/admin.key" \
    --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
    --audit-policy-file="$DEV/audit-policy.yaml" --audit-log-path="$RUN/audit/audit.log" --audit-log-maxsize=1000 --audit-log-maxbackup=1
  wait_for 120 kube-apiserver "the API server" kubectl get --raw /readyz
  daemon kube-controller-manager "$BIN/kube-controller-manager" --kubeconfig="$RUN/kube-controller-manager.conf" \
    --service-account-private-key-file="$pki/sa.key" --root-ca-file="$pki/ca.crt" --use-service-account-credentials \
    --leader-elect=false --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key"
  daemon kube-scheduler "$BIN/kube-scheduler" --kubeconfig="$RUN/kube-scheduler.conf" --leader-elect=false
  sed -e "s|\$DNS_IP|$DNS_IP|" -e "s|\$COREDNS_IMAGE|$COREDNS_IMAGE|" "$DEV/addons.yaml" | kubectl apply -f - >"$RUN/log/addons.log" 2>&1 ||
    die "the add-ons could not be applied; see $RUN/log/addons.log"
}

# ---------------------------------------------------------------- down
native_down() {
  need_root "down"
  local dir
  # First what would start containers again, then the containers, the control plane last: nothing then waits for another.
  stop kubelet provisioner kube-router kube-proxy kube-controller-manager kube-scheduler containerd
  kill_containers
  stop kube-apiserver etcd
  discard_mounts "$RUN"; discard_mounts "$DATA"
  ip link del dev-host 2>/dev/null || true
  ip netns del "$NETNS" 2>/dev/null || true
  # The first namespace on a machine makes this mount; the last one's end does not take it away.
  if [[ -z $(ls -A /run/netns 2>/dev/null) ]]; then umount /run/netns 2>/dev/null || true; rmdir /run/netns 2>/dev/null || true; fi
  remove_cgroups
  [[ ! -f $RUN/inotify ]] || cat "$RUN/inotify" >$INOTIFY
  if [[ -f $RUN/elsewhere ]]; then
    for dir in "${ELSEWHERE[@]}"; do grep -qxF "$dir" "$RUN/elsewhere" || discard "$dir"; done
  fi
  discard "$RUN"; discard "$DATA"
}

# shellcheck shell=bash
# Which processes are ours is read from the system, not from files: a daemon of the cluster is a process of that name
# in the cluster's network namespace. So a killed run, a reused process number or a reboot cannot mislead us.

NETNS=devcluster
CGROUP=dev-cluster     # the root of all pods' cgroups: whatever runs in it is a container of this cluster

netns_alive() { ip netns pids "$NETNS" >/dev/null 2>&1; }   # false after a reboot, even where /run kept the file
in_ns() { nsenter --net=/run/netns/$NETNS "$@"; }         # not `ip netns exec`: that one hides the cgroup mounts

# The number of our daemon NAME. The provisioner is a script, so the name may be that of the interpreter's first argument.
pid_of() {
  local pid args
  for pid in $(ip netns pids "$NETNS" 2>/dev/null); do
    grep -qs "/$CGROUP/" "/proc/$pid/cgroup" && continue       # a pod on the host's network may run the same program
    { mapfile -d '' -t args <"/proc/$pid/cmdline"; } 2>/dev/null || continue
    set -- "$1" "${args[0]:-}" "${args[1]:-}"     # both are empty where it has just ended
    if [[ ${2##*/} == "$1" || ( ${2##*/} == bash && $3 == */$1 ) ]]; then echo "$pid"; return; fi
  done
  return 1
}

daemon() { # name command...: starts it in the namespace, unless it runs
  local name=$1; shift
  pid_of "$name" >/dev/null && return
  setsid nsenter --net=/run/netns/$NETNS "$@" >>"$RUN/log/$name.log" 2>&1 </dev/null 9>&- &
}

wait_for() { # seconds daemon what command...
  local start=$SECONDS limit=$1 daemon=$2 what=$3; shift 3
  until "$@" >/dev/null 2>&1; do
    sleep 0.2
    if ((SECONDS > start + limit)) || { ((SECONDS > start + 2)) && ! pid_of "$daemon" >/dev/null; }; then
      tail -n 15 "$RUN/log/$daemon.log" | sed 's/^/  | /' >&2
      die "$what did not come up ($((SECONDS - start)) s); logs: $RUN/log. To start from nothing: cluster down, cluster up"
    fi
  done
}

stop() { # daemon...: asks all, then waits, then insists
  local name end=$((SECONDS + 5))
  for name in "$@"; do signal TERM "$name" || true; done
  for name in "$@"; do
    while signal 0 "$name"; do
      ((SECONDS < end)) || signal KILL "$name" || true
      sleep 0.1
    done
  done
}
signal() { # signal daemon: each was started as the leader of a session, so its helpers are in its process group
  local pid group
  pid=$(pid_of "$2") && group=$(ps -o pgid= -p "$pid") && kill "-$1" -- "-${group// /}" 2>/dev/null
}

cgroup_roots() { # with cgroup v1 one per controller
  awk '$3 == "cgroup" || $3 == "cgroup2" {print $2}' /proc/mounts
}
make_cgroups() {
  local root controller
  for root in $(cgroup_roots); do
    mkdir -p "$root/$CGROUP"
    [[ -f $root/cgroup.controllers ]] || continue
    for controller in $(<"$root/cgroup.controllers"); do
      echo "+$controller" >"$root/cgroup.subtree_control" || true
      echo "+$controller" >"$root/$CGROUP/cgroup.subtree_control" || true
    done 2>/dev/null
  done
}

# Containers outlive containerd: their shims are known by the socket that they were started for, their processes by cgroup.
kill_containers() {
  local try pids root
  for ((try = 0; try < 100; try++)); do
    pids=$( { pgrep -f -- "containerd-shim-runc-v2 .*-address $RUN/containerd.sock" || true
      for root in $(cgroup_roots); do find "$root/$CGROUP" -name cgroup.procs -exec cat {} + 2>/dev/null || true; done; } | sort -u)
    [[ -n $pids ]] || return 0
    xargs -r kill -KILL 2>/dev/null <<<"$pids" || true
    sleep 0.1
  done
  say "some containers' processes do not end: $(tr '\n' ' ' <<<"$pids")"
}
remove_cgroups() {
  local root
  for root in $(cgroup_roots); do
    [[ ! -d $root/$CGROUP ]] || find "$root/$CGROUP" -depth -type d -exec rmdir {} + 2>/dev/null || true
  done
}

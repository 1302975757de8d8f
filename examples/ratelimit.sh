#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Asks a RateLimitPolicy whether a call may go on; binds by the policy's Secret and calls with plain redis-cli.
#
#   ratelimit.sh POLICY ENTRY:SUBJECT [COST]        e.g. ratelimit.sh orders login:alice
#
# The Secret <policy>-rl-app is looked for as a mounted folder ($BINDING, or $SERVICE_BINDING_ROOT/<policy>-rl-app); on a
# person's machine it is read with kubectl from the namespace $NAMESPACE. Prints the answer and exits with
#   0 allowed   1 refused for now   2 never, or a mistake in the call   3 refused because Redis did not answer (Deny)
set -eu

policy=${1:?usage: ratelimit.sh POLICY ENTRY:SUBJECT [COST]}
key=${2:?usage: ratelimit.sh POLICY ENTRY:SUBJECT [COST]}
cost=${3:-1}
binding=${BINDING:-${SERVICE_BINDING_ROOT:-/bindings}/$policy-rl-app}

field() { # one entry of the Secret
  if [ -d "$binding" ]; then
    cat "$binding/$1"
  else
    kubectl ${NAMESPACE:+-n "$NAMESPACE"} get secret "$policy-rl-app" -o "go-template={{index .data \"$1\" | base64decode}}"
  fi
}

host=${REDIS_HOST:-$(field host)}
port=$(field port)
user=$(field username)
prefix=$(field key-prefix) # goes in front of every key; empty today
REDISCLI_AUTH=$(field password) # redis-cli takes the password from the environment: arguments can be read by everybody
export REDISCLI_AUTH

# -e: an error reply is an exit code. The time limit is part of the contract: a limiter must not hang its caller.
if answer=$(timeout "${TIMEOUT:-1}" redis-cli -e -h "$host" -p "$port" --user "$user" FCALL rl_take 1 "$prefix$key" "$cost" 2>&1); then
  set -- $answer # word binding retry_after dry_run now limit remaining reset_after window
  case $1 in
    ALLOWED) echo "allowed: $7 of $6 left"; exit 0 ;;
    LIMITED) echo "refused: try again in $3 ms"; exit 1 ;;
    NEVER) echo "refused: $cost at once is more than the limit of $6"; exit 2 ;;
  esac
fi

case $answer in
  *BADARG* | *NOENTRY* | *BADSTATE* | *NOPERM* | *CROSSSLOT* | *WRONGPASS* | *NOAUTH*)
    echo "mistake: $answer" >&2; exit 2 ;;
esac
# OOM, READONLY, LOADING, BUSY, Function not found, or no answer: what the policy's author chose for this entry.
choice=$(field policy | tr '{' '\n' | grep "\"name\":\"${key%%:*}\"" | sed -n 's/.*"onUnavailable":"\([A-Za-z]*\)".*/\1/p')
case $choice in
  Allow) echo "allowed: no answer from Redis (${answer:-time-out}), and onUnavailable is Allow"; exit 0 ;;
  # Local: a program would count in its own memory; a shell script has none between two runs, so it refuses.
  *) echo "refused: no answer from Redis (${answer:-time-out}), and onUnavailable is ${choice:-unknown}"; exit 3 ;;
esac

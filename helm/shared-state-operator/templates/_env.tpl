{{/* SPDX-License-Identifier: Apache-2.0 */}}
{{/* The operator's configuration: one variable per setting of its class OperatorConfig. */}}
{{- define "sso.env" -}}
{{- $redis := .Values.redis }}
{{- $env := list
  (list "SHAREDSTATE_WATCH_NAMESPACES" (include "sso.watchNamespaces" .))
  (list "SHAREDSTATE_CONTROLLER_NAME" (.Values.config.controllerName | default (printf "%s/%s" (include "sso.namespace" .) (include "sso.fullname" .))))
  (list "SHAREDSTATE_MASTER_KEY_SECRET" .Values.config.masterKeySecret)
  (list "SHAREDSTATE_LEADER_ELECTION" .Values.leaderElection.enabled)
  (list "SHAREDSTATE_LEASE_NAME" (include "sso.leaseName" .))
  (list "SHAREDSTATE_REDIS_IMAGE" (include "sso.image" (dict "root" . "image" $redis.image "tag" "latest")))
  (list "SHAREDSTATE_VALKEY_IMAGE" (include "sso.image" (dict "root" . "image" $redis.valkeyImage "tag" "latest")))
  (list "SHAREDSTATE_ALLOW_IMAGE_OVERRIDE" $redis.allowImageOverride)
  (list "SHAREDSTATE_REDIS_IMAGE_PULL_POLICY" $redis.pullPolicy)
  (list "SHAREDSTATE_IMAGE_PULL_SECRETS" (include "sso.pullSecrets" .))
  (list "SHAREDSTATE_REDIS_CPU_REQUEST" $redis.resources.requests.cpu)
  (list "SHAREDSTATE_REDIS_MEMORY_REQUEST" $redis.resources.requests.memory)
  (list "SHAREDSTATE_REDIS_MEMORY_LIMIT" $redis.resources.limits.memory)
  (list "SHAREDSTATE_RESYNC_PERIOD" .Values.config.resyncPeriod)
  (list "SHAREDSTATE_PROBE_INTERVAL" .Values.config.probeInterval)
  (list "SHAREDSTATE_HTTP_PORT" (int .Values.metrics.port))
  (list "SHAREDSTATE_RUN_AS_USER" (ternary "" (int $redis.runAsUser) (eq (include "sso.openshift" .) "true")))
  (list "SHAREDSTATE_LOG_FORMAT" .Values.log.format)
  (list "SHAREDSTATE_LOG_LEVEL" .Values.log.level)
  (list "JAVA_TOOL_OPTIONS" (printf "-XX:MaxRAMPercentage=%v %s" .Values.jvm.maxRamPercentage .Values.jvm.extraOpts | trim))
-}}
- name: SHAREDSTATE_NAMESPACE
  valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.namespace}}
{{- range $env }}
- name: {{ first . }}
  value: {{ last . | toString | quote }}
{{- end }}
{{- end }}

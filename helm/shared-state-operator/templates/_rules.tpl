{{/* SPDX-License-Identifier: Apache-2.0 */}}
{{/* What the operator may do where policies live. A test compares this with the API server's audit log: nothing missing, nothing spare.
     Server-side apply of an object that is not there yet needs create besides patch. Secrets: by name, never list or watch. */}}
{{- define "sso.rules" -}}
- apiGroups: [sharedstate.dev]
  resources: [ratelimitpolicies]
  verbs: [list, watch]
- apiGroups: [sharedstate.dev]
  resources: [ratelimitpolicies/status]
  verbs: [patch]
- apiGroups: [apps]
  resources: [statefulsets]
  verbs: [get, list, watch, create, patch]
- apiGroups: [""]
  resources: [services, configmaps]
  verbs: [get, list, watch, create, patch]
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, create, patch]
- apiGroups: [""]
  # By name, before an instance with a volume is created: an earlier policy's may be there.
  resources: [persistentvolumeclaims]
  verbs: [get]
- apiGroups: [""]
  resources: [pods]
  verbs: [list, watch, delete]
- apiGroups: [""]
  resources: [events]
  verbs: [get, create, patch]
{{- end }}

{{/* What it may do in its own namespace only. */}}
{{- define "sso.ownRules" -}}
{{- if .Values.leaderElection.enabled }}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [{{ include "sso.leaseName" . }}]
  # Renewed by patch, given back by update.
  verbs: [get, update, patch]
{{- end }}
- apiGroups: [""]
  resources: [secrets]
  verbs: [create]
- apiGroups: [""]
  resources: [secrets]
  resourceNames: [{{ .Values.config.masterKeySecret }}]
  verbs: [get]
{{- end }}

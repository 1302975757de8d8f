{{/* SPDX-License-Identifier: Apache-2.0 */}}
{{- define "sso.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "sso.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" }}
{{- else }}
{{- $name := include "sso.name" . }}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "sso.namespace" -}}
{{- default .Release.Namespace .Values.namespaceOverride }}
{{- end }}

{{/* Cluster-scoped objects: two releases of one name in two namespaces must not fight for one. */}}
{{- define "sso.clusterName" -}}
{{- $name := printf "%s-%s" (include "sso.namespace" .) (include "sso.fullname" .) }}
{{- if gt (len $name) 52 }}
{{- printf "%s-%s" ($name | trunc 43 | trimSuffix "-") (sha256sum $name | trunc 8) }}
{{- else }}
{{- $name }}
{{- end }}
{{- end }}

{{- define "sso.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "sso.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- required "serviceAccount.name is needed with serviceAccount.create=false" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "sso.selectorLabels" -}}
app.kubernetes.io/name: {{ include "sso.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: operator
{{- end }}

{{- define "sso.labels" -}}
{{- $common := merge (dict) .Values.commonLabels (.Values.global.commonLabels | default dict) }}
{{- $own := include "sso.selectorLabels" . | fromYaml }}
{{- $_ := set $own "app.kubernetes.io/version" .Chart.AppVersion }}
{{- $_ := set $own "app.kubernetes.io/part-of" "shared-state-operator" }}
{{- $_ := set $own "app.kubernetes.io/managed-by" .Release.Service }}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_") }}
{{- merge (dict) $own $common | toYaml }}
{{- end }}

{{/* metadata: (dict "root" $ "name" n "namespace" ns "labels" {} "annotations" {}); namespace empty for cluster-scoped objects */}}
{{- define "sso.metadata" -}}
name: {{ .name }}
{{- with .namespace }}
namespace: {{ . }}
{{- end }}
labels:
  {{- merge (dict) (include "sso.labels" .root | fromYaml) (.labels | default dict) | toYaml | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* image reference: (dict "root" $ "image" .Values.image "tag" default) */}}
{{- define "sso.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry }}
{{- $repository := ternary (printf "%s/%s" $registry .image.repository) .image.repository (ne $registry "") }}
{{- if .image.digest }}
{{- printf "%s@%s" $repository .image.digest }}
{{- else }}
{{- printf "%s:%s" $repository (.image.tag | default .tag) }}
{{- end }}
{{- end }}

{{/* Names of the pull secrets, comma separated */}}
{{- define "sso.pullSecrets" -}}
{{- $names := list }}
{{- range concat (.Values.global.imagePullSecrets | default list) .Values.imagePullSecrets }}
{{- if kindIs "map" . }}
{{- $names = append $names .name }}
{{- else }}
{{- $names = append $names . }}
{{- end }}
{{- end }}
{{- $names | uniq | join "," }}
{{- end }}

{{- define "sso.openshift" -}}
{{- $mode := .Values.openshift.adaptSecurityContext }}
{{- if or (eq $mode "force") (and (eq $mode "auto") (.Capabilities.APIVersions.Has "security.openshift.io/v1")) }}true{{ end }}
{{- end }}

{{/* Watched namespaces, comma separated; empty for scope cluster */}}
{{- define "sso.watchNamespaces" -}}
{{- if eq .Values.watch.scope "namespaces" }}
{{- .Values.watch.namespaces | default (list (include "sso.namespace" .)) | uniq | join "," }}
{{- end }}
{{- end }}

{{- define "sso.leaseName" -}}
{{- default (include "sso.fullname" .) .Values.leaderElection.leaseName }}
{{- end }}

{{- define "inventory.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels by which a part of the release is selected. Takes the root and the component. */}}
{{- define "inventory.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "inventory.labels" -}}
{{ include "inventory.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "inventory.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "inventory.name" .) -}}
{{- end -}}

{{/* Settings of every pod. */}}
{{- define "inventory.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Settings of every container. */}}
{{- define "inventory.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/* The variables of `config`, without those that the chart sets. */}}
{{- define "inventory.config" -}}
{{- range $name := list "PUBLIC_URL" "SERVICE_PRINCIPAL_ARN" "TEMPORAL_ADDRESS" }}
{{- $_ := required (printf "config.%s is required" $name) (get $.Values.config $name) }}
{{- end }}
{{- range $name, $value := omit .Values.config "HOST" "PORT" "METRICS_PORT" "WORKER_METRICS_PORT" "TEMPORAL_METRICS_PORT" "WORKER_QUEUES" }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: '8080'
- name: METRICS_PORT
  value: '9464'
- name: WORKER_METRICS_PORT
  value: '9465'
- name: TEMPORAL_METRICS_PORT
  value: '9466'
{{- end -}}

{{- define "inventory.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- with .Values.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "inventory.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .storage }}
{{- with .root.Values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

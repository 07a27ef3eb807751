{{- define "frontrow.labels" -}}
app.kubernetes.io/name: frontrow
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "frontrow.metadata" -}}
name: {{ .root.Release.Name }}-{{ .role }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "frontrow.labels" . | nindent 2 }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "frontrow.image" -}}
{{ ternary .root.Values.image.encoders .root.Values.image.app (eq .role "rtmp") }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* The pod of a role, as namespaces with the level "restricted" accept it. `container` adds to the container. */}}
{{- define "frontrow.pod" -}}
# Otherwise the addresses of services would come as settings (FRONTROW_PORT), which no start accepts.
enableServiceLinks: false
automountServiceAccountToken: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: frontrow
    image: {{ include "frontrow.image" . }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    envFrom:
      - secretRef: { name: {{ .root.Values.secret.existing }} }
    env:
      {{- range $name, $value := .root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | toString | quote }} }
      {{- end }}
      - { name: FRONTROW_ROLES, value: {{ ternary "worker" .role (eq .role "migration") }} }
    volumeMounts:
      - { name: home, mountPath: /var/lib/frontrow }
      - { name: tmp, mountPath: /tmp }
    {{- .container | nindent 4 }}
volumes:
  - name: home
    emptyDir: { sizeLimit: {{ .homeSize }} }
  - name: tmp
    emptyDir: { sizeLimit: 512Mi }
{{- end }}

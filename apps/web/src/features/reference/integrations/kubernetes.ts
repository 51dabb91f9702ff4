import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, list, part, shell, shellElsewhere, text, topic } from '../manual/block.ts'

export const kubernetes = {
  ...topic(
    'kubernetes',
    'Kubernetes',
    text(
      'The [External Secrets Operator](https://external-secrets.io/latest/provider/webhook/) fetches an environment with its webhook provider and keeps a `Secret` up to date. Store the API key with the label that the operator asks for:',
    ),
    shellElsewhere(
      'a cluster',
      `kubectl create secret generic envhold-key --from-literal=token="$ENVHOLD_API_KEY"
kubectl label secret envhold-key external-secrets.io/type=webhook`,
    ),
    file(
      'envhold.yaml',
      `
apiVersion: external-secrets.io/v1
kind: SecretStore
metadata:
  name: envhold
spec:
  provider:
    webhook:
      url: "${origin}/api/v1/inject/7/{{ .remoteRef.key }}?format=json"
      timeout: 10s
      headers:
        X-API-Key: "{{ .auth.token }}"
      result:
        jsonPath: "$"
      secrets:
        - name: auth
          secretRef:
            name: envhold-key
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: my-project
spec:
  refreshInterval: 5m
  secretStoreRef:
    name: envhold
    kind: SecretStore
  target:
    name: my-project
  dataFrom:
    - extract:
        key: production`,
    ),
    list(
      'Each variable becomes a key of the `Secret` `my-project`; use it with `envFrom`.',
      'Every refresh is one counted call: 5 minutes are 288 calls a day.',
      'The key is read from the header, so it is in no URL and in no log.',
    ),
    part('kubernetes-once', 'Without the operator'),
    shell(
      `envhold pull --env production --dialect docker --output app.env --force
kubectl create secret generic my-project --from-env-file=app.env --dry-run=client -o yaml | grep kind:`,
      'kind: Secret',
    ),
    text('Pipe the YAML to `kubectl apply -f -` instead of `grep` to create or update the secret.'),
  ),
  alias: 'k8s external secrets operator eso webhook secretstore helm secret kubectl',
}

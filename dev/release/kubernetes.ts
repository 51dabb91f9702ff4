/**
 * The objects of Envhold on Kubernetes, for `npm run check`, which compares them with the YAML in `deploy/kubernetes`, and
 * for `write-kubernetes.ts`, which writes it. Written as TypeScript, so that a misspelled field does not compile.
 */
import type { StatefulSet } from 'kubernetes-types/apps/v1.d.ts'
import type { Container, PodSpec, Secret, Service } from 'kubernetes-types/core/v1.d.ts'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'
import manifest from '../../package.json' with { type: 'json' }

const name = 'envhold'
const port = 4680
const labels = { 'app.kubernetes.io/name': name }
const metadata = { name, labels }
const secrets = '/run/secrets/envhold'

const probe = (path: string) => ({
  httpGet: { path: `/api/health/${path}`, port: 'http' },
  timeoutSeconds: 5,
})

const container: Container = {
  name,
  image: `envhold-server:${manifest.version}`,
  ports: [{ name: 'http', containerPort: port }],
  envFrom: [{ configMapRef: { name } }],
  env: [
    // A folder of the server in the volume, which belongs to root and is open to all.
    { name: 'DATA_DIR', value: '/data/envhold' },
    { name: 'SERVER_SECRET_FILE', value: `${secrets}/server-secret` },
    { name: 'DATABASE_URL_FILE', value: `${secrets}/database-url` },
  ],
  // A first start of a new version may migrate for an hour: a pod that is killed then begins again.
  startupProbe: { ...probe('live'), periodSeconds: 2, failureThreshold: 1_800 },
  livenessProbe: { ...probe('live'), periodSeconds: 10, failureThreshold: 6 },
  readinessProbe: { ...probe('ready'), periodSeconds: 2, failureThreshold: 2 },
  resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '768Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'secrets', mountPath: secrets, readOnly: true },
  ],
}

const pod: PodSpec = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  // DRAIN_SECONDS, and the calls that run then.
  terminationGracePeriodSeconds: 100,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 65532,
    runAsGroup: 65532,
    fsGroup: 65532,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: labels },
    },
  ],
  containers: [container],
  volumes: [
    { name: 'tmp', emptyDir: {} },
    { name: 'secrets', secret: { secretName: name, defaultMode: 0o440 } },
  ],
}

/** Each node keeps its data folder, whose high-water mark recognises an older database. */
const nodes: StatefulSet = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: {
    serviceName: name,
    replicas: 2,
    podManagementPolicy: 'Parallel',
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: pod },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  },
}

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
}

const budget: PodDisruptionBudget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { minAvailable: 1, selector: { matchLabels: labels } },
}

/** In: the port alone. Out: names, PostgreSQL, mail, and HTTPS for providers of payments and identities. */
const policy: NetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [{ ports: [{ protocol: 'TCP', port }] }],
    egress: [
      {
        ports: [
          { protocol: 'UDP', port: 53 },
          ...[53, 443, 465, 587, 5432, 6432].map((number) => ({ protocol: 'TCP', port: number })),
        ],
      },
    ],
  },
}

const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
}

const kustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  namespace: name,
  resources: ['envhold.yaml'],
  configMapGenerator: [
    {
      name,
      // Something else makes the backups: the image has no pg_dump.
      literals: ['PUBLIC_URL=https://vault.example.com', 'DRAIN_SECONDS=10', 'BACKUP_WARNING_DAYS=0'],
    },
  ],
}

const ingress: Ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...metadata,
    annotations: {
      // Bodies have up to 2 MiB, and calls of the web app stay open for 50 seconds.
      'nginx.ingress.kubernetes.io/proxy-body-size': '4m',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '90',
    },
  },
  spec: {
    rules: [
      {
        host: 'vault.example.com',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name, port: { name: 'http' } } } }],
        },
      },
    ],
    tls: [{ hosts: ['vault.example.com'], secretName: 'envhold-tls' }],
  },
}

/** Admits the pods of the ingress controller alone, so that the addresses of all pods can be trusted as proxies. */
const onlyIngress = {
  apiVersion: policy.apiVersion,
  kind: policy.kind,
  metadata: { name },
  spec: {
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
        ports: [{ protocol: 'TCP', port }],
      },
    ],
  },
}

const overlay = (more: object) => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  namespace: name,
  resources: ['../../base'],
  ...more,
})

const exampleSecret: Secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  stringData: {
    'server-secret': 'what `docker run --rm envhold-server:VERSION secret new 1` prints',
    'database-url': 'postgres://envhold:PASSWORD@postgres/envhold',
  },
}

/** Each file with its objects. */
export const files: Readonly<Record<string, readonly object[]>> = {
  'base/envhold.yaml': [namespace, nodes, service, budget, policy],
  'base/kustomization.yaml': [kustomization],
  'overlays/ingress/ingress.yaml': [ingress],
  'overlays/ingress/network-policy.yaml': [onlyIngress],
  'overlays/ingress/kustomization.yaml': [
    overlay({
      resources: ['../../base', 'ingress.yaml'],
      configMapGenerator: [{ name, behavior: 'merge', literals: ['TRUST_PROXY=10.0.0.0/8'] }],
      patches: [{ path: 'network-policy.yaml' }],
    }),
  ],
  'overlays/three-nodes/kustomization.yaml': [overlay({ replicas: [{ name, count: 3 }] })],
  'secret.example.yaml': [exampleSecret],
}

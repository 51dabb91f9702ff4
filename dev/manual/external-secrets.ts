// What the External Secrets Operator does with a store of its webhook provider: fills in the templates, sends the
// request, and makes the data of a Kubernetes Secret of the answer.

import { runTemplate } from './go-template.ts'

interface Webhook {
  readonly url: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout: string
  readonly result: { readonly jsonPath: string }
  readonly secrets: readonly { readonly name: string; readonly secretRef: { readonly name: string } }[]
}

export interface Manifests {
  readonly store: { readonly spec: { readonly provider: { readonly webhook: Webhook } } }
  readonly secret: {
    readonly spec: { readonly dataFrom: readonly { readonly extract: { readonly key: string } }[] }
  }
}

export interface ClusterSecret {
  readonly labels: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, string>>
}

/** The part of JSONPath that a store needs: `$`, and fields below it. */
function atPath(value: unknown, path: string): unknown {
  const [root, ...names] = path.split('.')
  if (root !== '$') throw new Error(`The path ${path} does not begin with $`)
  return names.reduce<unknown>((parent, name) => {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name))
      throw new Error(`The answer has no ${path}`)
    return (parent as Record<string, unknown>)[name]
  }, value)
}

function secretsOf({ secrets }: Webhook, cluster: Readonly<Record<string, ClusterSecret>>) {
  return Object.fromEntries(
    secrets.map(({ name, secretRef }) => {
      const stored = cluster[secretRef.name]
      if (stored?.labels['external-secrets.io/type'] !== 'webhook')
        throw new Error(`The secret ${secretRef.name} is not there, or not labelled for the webhook provider`)
      return [name, stored.data]
    }),
  )
}

/** @throws as the operator reports it: with the status, and never with the body */
export async function syncSecret(
  { store, secret }: Manifests,
  cluster: Readonly<Record<string, ClusterSecret>>,
): Promise<Record<string, string>> {
  const { webhook } = store.spec.provider
  const synced: Record<string, string> = {}
  for (const { extract } of secret.spec.dataFrom) {
    const remoteRef = { key: extract.key, version: '', property: '', namespace: 'default' }
    const fill = (template: string) => runTemplate(template, { ...secretsOf(webhook, cluster), remoteRef })
    const headers = Object.entries(webhook.headers).map(([name, value]) => [name, fill(value)])
    const answer = await fetch(fill(webhook.url), {
      method: webhook.method ?? 'GET',
      headers: Object.fromEntries(headers),
      signal: AbortSignal.timeout(Number.parseInt(webhook.timeout, 10) * 1_000),
      ...(webhook.body && { body: fill(webhook.body) }),
    })
    if (answer.status === 404) throw new Error('The secret does not exist')
    if (!answer.ok) throw new Error(`The endpoint answered with ${answer.status}`)
    const values = atPath(await answer.json(), webhook.result.jsonPath)
    if (typeof values !== 'object' || values === null) throw new Error('The answer is not a map')
    for (const [name, value] of Object.entries(values))
      synced[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return synced
}

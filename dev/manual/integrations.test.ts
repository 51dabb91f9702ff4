// The files that readers copy from the manual: each is valid in its own language, and works where that can be tried.

import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readManual } from '../../apps/web/manual/read-manual.ts'
import { seedApiKey, seedEnvironment } from '../world/seed-project.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { type ClusterSecret, type Manifests, syncSecret } from './external-secrets.ts'
import { runTemplate } from './go-template.ts'

const samples = readManual().flatMap(({ topics }) => topics.flatMap((topic) => topic.samples))
const files = samples.flatMap((sample) => (sample.kind === 'file' ? [sample] : []))
const codeOf = (name: string) => files.find((file) => file.name === name)?.code ?? ''
const hasProgram = (program: string) => spawnSync('which', [program]).status === 0

describe('files of the manual', () => {
  const yamlFiles = files.filter(({ name }) => /\.ya?ml$/.test(name))
  it.each(yamlFiles.map(({ name, code }) => [name, code]))('%s is YAML', (_, code) => {
    for (const document of parseAllDocuments(code))
      expect('errors' in document && document.errors).toEqual([])
  })

  it('are there for each integration', () => {
    expect(yamlFiles.length).toBeGreaterThanOrEqual(5)
    for (const name of [
      'envhold.tf',
      'my-project.service',
      'justfile',
      'Makefile',
      '.envrc',
      'main.go',
      'env.py',
    ])
      expect(codeOf(name), name).not.toBe('')
  })

  it('give a pipeline its secret from the secret store, never in the file', () => {
    for (const { code } of yamlFiles) expect(code).not.toMatch(/pak_|ppt_/)
    expect(parse(codeOf('.github/workflows/deploy.yml')).jobs.deploy.steps[1].env.ENVHOLD_TOKEN).toBe(
      '$' + '{{ secrets.ENVHOLD_API_KEY }}',
    )
  })

  it.runIf(hasProgram('terraform'))('envhold.tf is formatted as Terraform formats it', () => {
    const { status, stdout } = spawnSync('terraform', ['fmt', '-'], { input: `${codeOf('envhold.tf')}\n` })
    expect(status).toBe(0)
    expect(String(stdout)).toBe(`${codeOf('envhold.tf')}\n`)
  })

  it('my-project.service has sections and assignments only', () => {
    for (const line of codeOf('my-project.service').split('\n'))
      expect(line).toMatch(/^(\[\w+\]|[A-Z]\w+=.+|)$/)
  })
})

describe('the store for the External Secrets Operator', () => {
  const [store, secret] = parseAllDocuments(codeOf('envhold.yaml')).map((document) => document.toJS())
  const { webhook } = store.spec.provider
  const data = {
    remoteRef: { key: secret.spec.dataFrom[0].extract.key, version: '', property: '', namespace: 'default' },
    auth: { token: 'pak_0000000000000_x' },
  }

  it('asks for the environment by the key of the reference', () => {
    expect(runTemplate(webhook.url, data)).toBe(
      'https://envhold.example/api/v1/inject/7/production?format=json',
    )
  })

  it('sends the key in a header, from the secret that the manual creates', () => {
    expect(runTemplate(webhook.headers['X-API-Key'], data)).toBe('pak_0000000000000_x')
    const [{ name, secretRef }] = webhook.secrets
    expect([name, secretRef.name]).toEqual(['auth', 'envhold-key'])
    const creates = samples.find(({ kind, code }) => kind === 'shell' && code.includes('kubectl label'))?.code
    expect(creates).toContain('secret generic envhold-key --from-literal=token=')
    expect(creates).toContain('envhold-key external-secrets.io/type=webhook')
  })

  describe('at a server', () => {
    const variables = {
      URL: 'postgres://shop:s3cret@db/shop',
      TWO_LINES: 'one\ntwo',
      EMPTY: '',
      QUOTES: `'"{{`,
    }
    let server: StartedServer
    let printed: Manifests
    let cluster: Record<string, ClusterSecret>
    beforeAll(async () => {
      server = await startServer({ engine: 'sqlite', settings: { SMTP_URL: '' } })
      const owner = await signUp(server.url)
      const { projectId } = await seedEnvironment(owner, variables)
      const { apiKey } = await seedApiKey(owner, projectId)
      const url = webhook.url.replace('https://envhold.example', server.url).replace('/7/', `/${projectId}/`)
      printed = { store: { spec: { provider: { webhook: { ...webhook, url } } } }, secret }
      cluster = {
        'envhold-key': { labels: { 'external-secrets.io/type': 'webhook' }, data: { token: apiKey } },
      }
    })
    afterAll(() => server?.stop())

    it('fills a secret with each variable, byte for byte', async () => {
      expect(await syncSecret(printed, cluster)).toEqual(variables)
    })

    it('gets nothing with another key, from another environment, or from a secret without the label', async () => {
      const [, key] = Object.entries(cluster)[0] ?? []
      const withKey = (changed: Partial<ClusterSecret>) => ({
        'envhold-key': { labels: {}, data: {}, ...key, ...changed },
      })
      await expect(syncSecret(printed, withKey({ data: { token: 'pak_0000000000000_x' } }))).rejects.toThrow(
        'The endpoint answered with 401',
      )
      await expect(syncSecret(printed, withKey({ labels: {} }))).rejects.toThrow('not labelled')
      const other = { spec: { dataFrom: [{ extract: { key: 'nowhere' } }] } }
      await expect(syncSecret({ ...printed, secret: other }, cluster)).rejects.toThrow('does not exist')
    })
  })

  it('is the store that the external secret names, and takes the answer as a map', () => {
    expect(secret.spec.secretStoreRef).toEqual({ name: store.metadata.name, kind: store.kind })
    expect(webhook.result.jsonPath).toBe('$')
  })
})

describe('the evaluator of templates', () => {
  const data = { auth: { token: 'a "b"', user: 'ada' }, remoteRef: { key: 'x' } }
  it('reads fields, trims, quotes, and passes values through functions', () => {
    expect(runTemplate('{{ .auth.user }}-{{.remoteRef.key}}', data)).toBe('ada-x')
    expect(runTemplate('a  {{- .remoteRef.key -}}  b', data)).toBe('axb')
    expect(runTemplate('{{ .auth.token | toJson }}', data)).toBe('"a \\"b\\""')
    expect(runTemplate('{{ print .auth.user ":" .remoteRef.key | b64enc }}', data)).toBe(btoa('ada:x'))
  })
  it('rejects what it does not know', () => {
    expect(() => runTemplate('{{ .nobody.token }}', data)).toThrow('nobody')
    expect(() => runTemplate('{{ .auth.token | shred }}', data)).toThrow('shred')
    expect(() => runTemplate('{{ .auth.token ', data)).toThrow('not closed')
  })
})

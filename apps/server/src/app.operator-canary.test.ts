// Values, names of variables, passwords, tokens and keys go in. Operators read whatever their area has to read: none of
// its answers contains one of them, in any encoding, and neither does the log.

import { randomBytes } from 'node:crypto'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { auditLogs } from '@envhold/contract/operator/audit.ts'
import { previewedKinds, previewJob } from '@envhold/contract/operator/jobs.ts'
import { readPaymentConfig, updatePaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { cleanUpOrphans } from '@envhold/contract/operator/start-jobs.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../dev/world/app-for-tests.ts'
import { SecretSearch } from '../../../dev/world/find-secrets.ts'
import { type Canaries, seedCanaries } from '../../../dev/world/seed-canaries.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { templateList } from './mail/every-template.ts'

const reading = everyEndpoint.filter(({ audience, method }) => audience === 'operator' && method === 'GET')

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  let seeded: Canaries
  /** By the path that was read. */
  const answers = new Map<string, string>()
  const paymentSecrets: string[] = []
  const everySecret = () => {
    const { kept, refused, credentials, names } = seeded
    return [...kept, ...refused, ...credentials, ...names, ...paymentSecrets]
  }

  const idsOf = async (table: 'users' | 'roles' | 'api_keys' | 'operator_jobs' | 'plans' | 'projects') =>
    (await app.ctx.db.selectFrom(table).select('id').execute()).map(({ id }) => String(id))
  /** What stands in the path of each call that reads one thing. */
  const parameters: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    readUserDetail: () => idsOf('users'),
    readUserBilling: () => idsOf('users'),
    previewPlanChange: () => idsOf('plans'),
    readRoleHistory: () => idsOf('users'),
    readUserPermissions: () => idsOf('users'),
    readRole: () => idsOf('roles'),
    readApiKeyDetail: () => idsOf('api_keys'),
    readJob: () => idsOf('operator_jobs'),
    readUserTransfer: () => idsOf('projects'),
    previewMailTemplate: async () => templateList.map(({ name }) => name),
  }

  const queries = { limit: '100', max_projects: '1', max_collaborators: '1' }

  /** Keys of payment providers, which an operator entered. */
  async function enterPaymentSecrets() {
    const config = await operator.client.call(readPaymentConfig, {})
    for (const { config: settings } of config.providers.filter(({ id }) => id !== 'sandbox')) {
      settings.apiKey = `key_${randomBytes(15).toString('hex')}`
      settings.webhookSecret = `whsec_${randomBytes(15).toString('hex')}`
      paymentSecrets.push(settings.apiKey, settings.webhookSecret)
    }
    await operator.client.call(updatePaymentConfig, { body: config })
  }

  async function read(path: string) {
    const response = await app.fetch(path, { headers: headersOf({ token: operator.token }) })
    const text = await response.text()
    expect([response.status, path]).toEqual([200, path])
    answers.set(path, text)
  }

  async function pathsOf({ name, path, query }: Endpoint): Promise<string[]> {
    const fields = Object.entries(queries).filter(([field]) => query && field in query.shape)
    const all = `/api${path}${fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''}`
    // Some calls read one of several lists.
    if (query && 'log' in query.shape)
      return auditLogs.map((log) => `${all}${fields.length > 0 ? '&' : '?'}log=${log}`)
    if (!path.includes('{')) return [all]
    const values = await parameters[name]?.()
    return (values ?? []).map((value) => all.replace(/\{\w+\}/, value))
  }

  beforeAll(async () => {
    seeded = await seedCanaries(app)
    await enterPaymentSecrets()
    for (const kind of previewedKinds) {
      const preview = await operator.client.call(previewJob, { body: { kind } })
      answers.set(`preview of ${kind}`, JSON.stringify(preview))
      if (kind === 'orphaned-data')
        await operator.client.call(cleanUpOrphans, { body: { token: preview.token, reason: 'Test' } })
    }
    for (const call of reading) for (const path of await pathsOf(call)) await read(path)
  })

  test('everything that operators can read was read', async () => {
    for (const call of reading) expect(await pathsOf(call), call.name).not.toEqual([])
    const all = Buffer.from([...answers.values()].join('\n'))
    const { email, username } = seeded.owner
    expect(new SecretSearch([email, username]).in(all)).toEqual(new Set([email, username]))
    expect(all.toString()).toContain('Canaries')
    expect(all.toString()).toContain(`••••${paymentSecrets[0]?.slice(-4)}`)
  })

  test('the owner reads names of variables where operators do not', async () => {
    const own = await seeded.owner.client.call(listActivityLogs, { query: { limit: 100 } })
    expect(new SecretSearch(seeded.names).in(Buffer.from(JSON.stringify(own))).size).toBeGreaterThan(0)
  })

  test('no answer contains a value, a name of a variable, a password, a token or a key', () => {
    const search = new SecretSearch(everySecret())
    const leaks = [...answers].filter(([, text]) => search.in(Buffer.from(text)).size > 0)
    expect(leaks.map(([path]) => path)).toEqual([])
  })

  test('neither does the log', () => {
    const search = new SecretSearch(everySecret())
    expect(app.logged()).toContain('"route":"/api/admin/api-keys/:id"')
    expect([...search.in(Buffer.from(app.logged()))]).toEqual([])
  })
})

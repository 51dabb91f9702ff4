// Data as a small company would have it, so that the product can be looked at as its users see it.

import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { apiKeyPermissionNames } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { deleteVariable, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Person } from '../dev/world/sign-up.ts'
import type { StartedServer } from '../dev/world/start-server.ts'
import { seedSharing } from './life-like-sharing.ts'
import { development, notes, production, qa, staging } from './life-like-variables.ts'
import { type Seeded, seedProject } from './seed.ts'

const previews = {
  qa,
  'load-test': {},
  'preview-checkout-redesign-for-the-autumn-campaign': { APP_URL: 'https://autumn.preview.example.com' },
}

const devices = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
]

async function signInFrom(server: string, { email, password }: Person, userAgent: string): Promise<void> {
  const device = createClient({ server, headers: () => ({ 'user-agent': userAgent }) })
  await device.call(login, { body: { email, password } })
}

/**
 * The company's projects, people and keys, for the operator's account, which no plan limits.
 * @returns the project with the most in it, the Storefront
 */
export async function seedLifeLike(
  started: Pick<StartedServer, 'url' | 'dataDir'>,
  person: Person,
): Promise<Seeded> {
  const { url: server } = started
  await seedProject(person, 'Internal tools', { production: { ADMIN_EMAIL: 'ops@example.com' } })
  await seedProject(
    person,
    'Data pipeline',
    { development, production: { KAFKA_BROKERS: 'a:9092,b:9092' } },
    'Nightly imports and the warehouse',
  )
  await seedProject(person, 'Mobile API', { staging, production }, 'Backend of the iOS and Android apps')
  const storefront = await seedProject(
    person,
    'Storefront',
    { development, staging, production, ...previews },
    'The shop itself: web, checkout and mails',
  )
  await seedProject(
    person,
    'Customer relationship and loyalty programme (rewrite of 2026)',
    { production: { CRM_URL: 'https://crm.internal' } },
    'Everything that the old system did, for the shops in Europe and, from the spring on, for those overseas; the old one is switched off afterwards.',
  )
  for (const userAgent of devices) await signInFrom(server, person, userAgent)
  await writeHistory(person, storefront.environments.production ?? 0)
  await describeProduction(person, storefront.environments.production ?? 0)
  await addAccess(server, person, storefront.projectId)
  await seedSharing(started, person, storefront)
  return storefront
}

async function writeHistory({ client }: Person, id: number): Promise<void> {
  const params = { id, key: 'LOG_LEVEL' }
  for (const value of Array.from({ length: 15 }, () => ['debug', 'info']).flat())
    await client.call(updateVariable, { params, body: { value } })
  const variables = { OLD_FLAG: '1', PAYPAL_CLIENT_ID: 'AeA1', PAYPAL_SECRET: 'EC9z' }
  await client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
  await client.call(deleteVariable, { params: { id, key: 'OLD_FLAG' } })
}

/** Notes, a key that is due soon, and the protection. */
async function describeProduction({ client }: Person, id: number): Promise<void> {
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const details = Object.fromEntries(
    Object.entries(notes).map(([key, note]) => [key, key === 'JWT_PRIVATE_KEY' ? { note, due } : { note }]),
  )
  await client.call(writeVariables, { params: { id }, body: { variables: {}, details, mode: 'merge' } })
  await client.call(updateEnvironment, { params: { id }, body: { protected: true } })
}

async function addAccess(server: string, { client }: Person, projectId: number): Promise<void> {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const newKey = async (name: string, more: { allowed_ips?: string[]; expires_at?: string } = {}) => {
    const body = { name, permissions: [...apiKeyPermissionNames], ...more }
    return (await client.call(createApiKey, { params: { id: projectId }, body })).api_key.api_key
  }
  await newKey('Staging cluster', { allowed_ips: ['10.20.0.0/16', '2001:db8::/48'], expires_at: soon })
  const key = await newKey('GitHub Actions')
  const pipeline = createClient({ server, headers: () => ({ 'x-api-key': key }) })
  for (const environment of ['production', 'staging', 'production', 'nowhere'])
    await pipeline.call(inject, { params: { projectId, environment } }).catch(() => {})
  const permissions = ['read_variables', 'read_schema', 'read_projects'] as const
  for (const name of ['Laptop', 'Old laptop'])
    await client.call(createPersonalToken, {
      body: { name, permissions: [...permissions], expires_at: soon },
    })
}

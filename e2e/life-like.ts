// Data as a small company would have it, so that the product can be looked at as its users see it.

import { createClient } from '@envhold/client/client.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens.ts'
import { deleteVariable, updateVariable, writeVariables } from '@envhold/contract/variables.ts'
import { type Person, signUp } from '../dev/world/sign-up.ts'
import type { StartedServer } from '../dev/world/start-server.ts'
import { type Sharing, seedSharing } from './life-like-sharing.ts'
import { type Seeded, seedProject } from './seed.ts'

const production = {
  APP_NAME: 'Storefront',
  APP_URL: 'https://shop.example.com',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_REGION: 'eu-central-1',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  CDN_URL: 'https://cdn.example.com',
  DATABASE_POOL_SIZE: '20',
  DATABASE_URL: 'postgres://store:8fJ2kq@db.internal:5432/store?sslmode=require',
  FEATURE_CHECKOUT_V2: 'true',
  JWT_PRIVATE_KEY:
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
  OPENSEARCH_URL: 'https://search.internal:9200',
  PORT: '8080',
  REDIS_URL: 'rediss://:pW9x@cache.internal:6380/0',
  SENTRY_DSN: 'https://5f1c@o1.ingest.example.com/42',
  SESSION_SECRET: 'b7f1c0a2d94e4f0ea3c5',
  SMTP_PASSWORD: 'mail-3kd9',
  SMTP_URL: 'smtps://mailer@smtp.example.com:465',
  STRIPE_SECRET_KEY: 'sk_live_51H8xYexample',
  STRIPE_WEBHOOK_SECRET: 'whsec_9d8f7example',
}

const { AWS_ACCESS_KEY_ID: _, CDN_URL: __, SENTRY_DSN: ___, ...fewer } = production
const staging = {
  ...fewer,
  APP_URL: 'https://staging.shop.example.com',
  LOG_LEVEL: 'debug',
  PREVIEW_PASSWORD: 'peek',
}
const development = {
  DATABASE_URL: 'postgres://localhost/store',
  LOG_LEVEL: 'debug',
  NODE_ENV: 'development',
  PORT: '3000',
}

export interface LifeLike extends Sharing {
  readonly person: Person
  readonly storefront: Seeded
}

/** The operator's account, so that no plan's limit stands in the way. */
export async function seedLifeLike(started: Pick<StartedServer, 'url' | 'dataDir'>): Promise<LifeLike> {
  const { url: server } = started
  const person = await signUp(server, {
    email: 'ada@example.com',
    masterPassword: 'correct horse battery staple',
  })
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
    { development, staging, production },
    'The shop itself: web, checkout and mails',
  )
  await writeHistory(person, storefront.environments.production ?? 0)
  await addAccess(server, person, storefront.projectId)
  return { person, storefront, ...(await seedSharing(started, person, storefront)) }
}

async function writeHistory({ client }: Person, id: number): Promise<void> {
  const params = { id, key: 'LOG_LEVEL' }
  await client.call(updateVariable, { params, body: { value: 'debug' } })
  await client.call(updateVariable, { params, body: { value: 'info' } })
  const variables = { OLD_FLAG: '1', PAYPAL_CLIENT_ID: 'AeA1', PAYPAL_SECRET: 'EC9z' }
  await client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
  await client.call(deleteVariable, { params: { id, key: 'OLD_FLAG' } })
}

async function addAccess(server: string, { client }: Person, projectId: number): Promise<void> {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const newKey = async (name: string, more: { allowed_ips?: string[]; expires_at?: string } = {}) => {
    const body = { name, permissions: ['read_schema' as const], ...more }
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { parseSmtpUrl } from './mail-settings.ts'

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('needs no settings at all', () => {
  expect(readConfig({})).toEqual({
    port: 4680,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4680',
    hasPublicUrl: false,
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    postgres: { poolSize: 12, lockMs: 5_000, idleMs: 3_000, namedStatements: true },
    databaseMaxBytes: undefined,
    serverSecret: undefined,
    trustProxy: [],
    smtpUrl: undefined,
    mailFrom: undefined,
    supportEmail: 'support@localhost',
    suspensionMessage: 'You can still manage your subscription and billing.',
    paymentProviderUrls: {},
    signUps: 'open',
    metricsToken: undefined,
    logLevel: 'info',
    maxConnections: 10_000,
    maxConnectionsPerIp: 1_000,
    bodyMemoryBytes: 64 * 1024 * 1024,
    drainSeconds: 0,
    backups: {
      retained: { newest: 7, days: 0, weeks: 0, months: 0 },
      everyHours: undefined,
      warningDays: 7,
      to: undefined,
      recipients: [],
      s3: {
        endpoint: 'https://s3.us-east-1.amazonaws.com',
        region: 'us-east-1',
        keyId: undefined,
        key: undefined,
      },
    },
    healthNotices: { email: undefined, webhookUrl: undefined },
  })
})

test('treats empty settings as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}))
})

test('reads each setting', () => {
  const secret = newServerSecret()
  const config = readConfig({
    PORT: '80',
    HOST: '::',
    PUBLIC_URL: 'https://vault.example.com/',
    DATA_DIR: '/var/lib/envhold',
    DATABASE_URL: 'postgres://envhold@db/envhold',
    DATABASE_NAMED_STATEMENTS: 'off',
    SERVER_SECRET: secret,
    TRUST_PROXY: '10.0.0.0/8, ::1',
    SMTP_URL: 'smtps://vault:p%40ss@mail.example.com',
    MAIL_FROM: 'The vault <vault@example.com>',
    SUPPORT_EMAIL: 'help@example.com',
    SUSPENSION_MESSAGE: 'Ask us for help.',
    PAYMENT_PROVIDER_URLS: 'stripe=http://127.0.0.1:4242, polar=http://localhost:4243/',
    SIGN_UPS: 'closed',
    METRICS_TOKEN: 'a-long-enough-token',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'text',
    MAX_CONNECTIONS: '500',
    MAX_CONNECTIONS_PER_IP: '50',
    BODY_MEMORY_MB: '128',
    DRAIN_SECONDS: '15',
  })
  expect(config).toMatchObject({
    port: 80,
    host: '::',
    publicUrl: 'https://vault.example.com',
    dataDir: '/var/lib/envhold',
    trustProxy: ['10.0.0.0/8', '::1'],
    mailFrom: { name: 'The vault', address: 'vault@example.com' },
    supportEmail: 'help@example.com',
    suspensionMessage: 'Ask us for help.',
    paymentProviderUrls: { stripe: 'http://127.0.0.1:4242', polar: 'http://localhost:4243' },
    signUps: 'closed',
    logLevel: 'warn',
    logFormat: 'text',
    maxConnections: 500,
    maxConnectionsPerIp: 50,
    bodyMemoryBytes: 128 * 1024 * 1024,
    drainSeconds: 15,
  })
  expect(config.serverSecret?.reveal()).toBe(secret)
  expect(config.databaseUrl?.reveal()).toBe('postgres://envhold@db/envhold')
  expect(config.metricsToken?.reveal()).toBe('a-long-enough-token')
  expect(config.smtpUrl?.reveal()).toBe('smtps://vault:p%40ss@mail.example.com')
})

test('reports what PostgreSQL needs together with invalid settings', () => {
  const problems = problemsOf({ PORT: 'abc', DATABASE_URL: 'postgres://localhost/envhold' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'SERVER_SECRET'])
})

test('lists every bad setting at once, without their values', () => {
  const environment = {
    PORT: '70000',
    HOST: 'not a host',
    PUBLIC_URL: 'https://vault.example.com/vault?x=QUERY',
    DATABASE_URL: 'mysql://root:hunter2@db',
    DATABASE_POOL_SIZE: '987654',
    DATABASE_LOCK_TIMEOUT_MS: '4321s',
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '-4321',
    DATABASE_MAX_GB: '4321 GB',
    DATABASE_NAMED_STATEMENTS: 'maybe',
    SERVER_SECRET: 'ehs_1_tooshort',
    TRUST_PROXY: '10.0.0.0/33',
    SMTP_URL: 'https://root:hunter2@mail.example.com',
    MAIL_FROM: 'nobody',
    SIGN_UPS: 'perhaps',
    METRICS_TOKEN: 'short',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'yaml',
    MAX_CONNECTIONS: 'plenty',
    MAX_CONNECTIONS_PER_IP: '-17',
    BODY_MEMORY_MB: '3.5',
    DRAIN_SECONDS: '1h30',
  }
  const problems = problemsOf(environment)
  expect(problems.map((line) => line.split(' ')[0])).toEqual(Object.keys(environment))
  for (const value of Object.values(environment)) expect(problems.join('\n')).not.toContain(value)
})

test('requires a server secret where several nodes share a database, and says how to create one', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://db/envhold' })).toEqual([
    expect.stringMatching(/^SERVER_SECRET is required with PostgreSQL.*envhold-server secret new 1/),
  ])
})

test('takes addresses whose host has any letters', () => {
  const config = readConfig({
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'Vault <vault@bücher.example>',
    SUPPORT_EMAIL: 'help@bücher.example',
  })
  expect(config.mailFrom).toEqual({ name: 'Vault', address: 'vault@xn--bcher-kva.example' })
  expect(config.supportEmail).toBe('help@xn--bcher-kva.example')
})

test('requires a sender address with a mail server', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([
    'MAIL_FROM is required with SMTP_URL: the sender of e-mails',
  ])
  expect(problemsOf({ MAIL_FROM: 'vault@example.com' })).toEqual([])
})

test.each([
  'mail.example.com:587',
  'smtp://',
  'smtp://mail.example.com/inbox',
  'smtp://mail.example.com?tls=never',
  'smtps://mail.example.com?tls=none',
  'smtp://user@mail.example.com',
  'smtp://user:%zz@mail.example.com',
  'smtp://mail.example.com#x',
])('rejects %s as SMTP_URL', (SMTP_URL) => {
  expect(problemsOf({ SMTP_URL, MAIL_FROM: 'vault@example.com' })).toHaveLength(1)
})

test.each([
  'Envhold',
  'Envhold <>',
  'Envhold <vault>',
  'a@example.com, b@example.com',
  'A <a@example.com>, B <b@example.com>',
  'Env\r\nBcc: x <vault@example.com>',
])('rejects %j as MAIL_FROM', (MAIL_FROM) => {
  expect(problemsOf({ MAIL_FROM })).toHaveLength(1)
})

test.each(['nobody', 'Help <help@example.com>', 'a@b@c.com', `${'x'.repeat(250)}@example.com`])(
  'rejects %s as SUPPORT_EMAIL',
  (SUPPORT_EMAIL) => {
    expect(problemsOf({ SUPPORT_EMAIL })).toEqual([expect.stringMatching(/^SUPPORT_EMAIL must /)])
  },
)

test.each([
  ['https://vault.example.com', 'support@vault.example.com'],
  ['https://www.example.com:8443', 'support@example.com'],
  ['http://localhost:4680', 'support@localhost'],
])('without SUPPORT_EMAIL, %s gets help from %s', (PUBLIC_URL, supportEmail) => {
  expect(readConfig({ PUBLIC_URL }).supportEmail).toBe(supportEmail)
})

test('a suspension message has at most 1,000 characters', () => {
  const SUSPENSION_MESSAGE = 'x'.repeat(1_000)
  expect(readConfig({ SUSPENSION_MESSAGE }).suspensionMessage).toBe(SUSPENSION_MESSAGE)
  expect(problemsOf({ SUSPENSION_MESSAGE: `${SUSPENSION_MESSAGE}x` })).toHaveLength(1)
})

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, mayBeClear: false }],
  ['smtps://mail.example.com', { port: 465, secure: true }],
  ['smtp://mailpit:1025?tls=none', { host: 'mailpit', port: 1025, mayBeClear: true }],
  ['smtp://localhost:25', { mayBeClear: true }],
  ['smtp://[::1]:25', { host: '::1', mayBeClear: true }],
  ['smtp://127.0.0.1.example.com', { mayBeClear: false }],
  ['smtp://a%40b:p%3Ass@mail.example.com', { login: { user: 'a@b', pass: 'p:ss' } }],
])('takes %s apart', (url, server) => {
  expect(parseSmtpUrl(url)).toMatchObject(server)
})

test.each(['ftp://x', 'vault.example.com', 'https://user@vault.example.com', 'https://a/b', 'https://a/#b'])(
  'rejects %s as PUBLIC_URL',
  (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toHaveLength(1)
  },
)

test.each([
  'stripe=https://api.stripe.com',
  'stripe=http://10.0.0.1:4242',
  'stripe=http://127.0.0.1.example.com:4242',
  'stripe=http://user@127.0.0.1:4242',
  'stripe=http://127.0.0.1:4242/v1',
  'stripe=file:///etc/passwd',
  'stripe',
  'paypal=http://127.0.0.1:4242',
  'sandbox=http://127.0.0.1:4242',
  'stripe=http://127.0.0.1:1,stripe=http://127.0.0.1:2',
])('rejects %s as PAYMENT_PROVIDER_URLS', (PAYMENT_PROVIDER_URLS) => {
  expect(problemsOf({ PAYMENT_PROVIDER_URLS })).toHaveLength(1)
})

test.each(['10.0.0.0/-1', '10.0.0.0/8/8', '300.0.0.1', '::1/129', 'loopback', '10.0.0.0/', 'fe80::1%eth0'])(
  'rejects %s in TRUST_PROXY',
  (TRUST_PROXY) => {
    expect(problemsOf({ TRUST_PROXY })).toHaveLength(1)
  },
)

test('accepts a ring of server secrets, and rejects one with a repeated number', () => {
  const secrets = `${newServerSecret(2)},${newServerSecret(1)}`
  expect(readConfig({ SERVER_SECRET: secrets }).serverSecret?.reveal()).toBe(secrets)
  expect(problemsOf({ SERVER_SECRET: `${newServerSecret(1)},${newServerSecret(1)}` })).toHaveLength(1)
})

test('never prints a secret', () => {
  const secret = newServerSecret()
  const config = readConfig({
    SERVER_SECRET: secret,
    DATABASE_URL: 'postgres://envhold:hunter2@db/envhold',
    METRICS_TOKEN: 'a-long-enough-token',
    SMTP_URL: 'smtp://vault:hunter3@mail.example.com',
    MAIL_FROM: 'vault@example.com',
  })
  const texts = [
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    `${config.serverSecret} ${config.databaseUrl}`,
    String(Object.values(config)),
  ].join('\n')
  expect(texts).toContain('[secret]')
  for (const text of [secret, 'hunter2', 'hunter3', 'a-long-enough-token']) expect(texts).not.toContain(text)
})

test('secret settings can be in files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-settings-'))
  const file = join(folder, 'secret')
  const secret = newServerSecret()
  await writeFile(file, `${secret}\n`)
  expect(readConfig({ SERVER_SECRET_FILE: file }).serverSecret?.reveal()).toBe(secret)
  await writeFile(file, 'not a secret')
  const [invalid = ''] = problemsOf({ SERVER_SECRET_FILE: file })
  expect(invalid).toMatch(/^SERVER_SECRET must be/)
  expect(invalid).not.toContain('not a secret')
  expect(problemsOf({ SERVER_SECRET_FILE: file, SERVER_SECRET: secret })).toEqual([
    'SERVER_SECRET and SERVER_SECRET_FILE are both set: unset one of them',
  ])
  const missing = join(folder, 'missing')
  expect(problemsOf({ SMTP_URL_FILE: missing })).toEqual([
    `SMTP_URL_FILE cannot be read at ${missing}: ENOENT`,
  ])
  await writeFile(file, '\n')
  expect(problemsOf({ METRICS_TOKEN_FILE: file })).toEqual([
    `METRICS_TOKEN_FILE names an empty file: ${file}`,
  ])
  await rm(folder, { recursive: true })
})

test('where backups go needs a recipient, S3 an access key, and a store off this machine TLS', () => {
  const problems = (settings: Readonly<Record<string, string>>) => {
    try {
      readConfig(settings)
      return []
    } catch (error) {
      return error instanceof ConfigError ? error.problems : [String(error)]
    }
  }
  expect(problems({ BACKUP_TO: 's3://vault/envhold' })).toEqual([
    expect.stringContaining('BACKUP_RECIPIENT is required'),
    expect.stringContaining('BACKUP_S3_KEY_ID and BACKUP_S3_KEY are required'),
  ])
  const key = { BACKUP_S3_KEY_ID: 'id', BACKUP_S3_KEY: 'key' }
  const recipient = { ...key, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
  for (const place of ['/mnt/backups', 'sftp:envhold', 'offsite:'])
    expect(problems({ ...recipient, BACKUP_TO: place })).toEqual([])
  for (const place of ['-', 'backups', 's3://', 's3://vault/../other', '--config:x', 'ftp://host/x'])
    expect(problems({ ...recipient, BACKUP_TO: place })).toEqual([
      expect.stringContaining('BACKUP_TO must be'),
    ])
  expect(problems({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' })).toEqual([
    expect.stringContaining('BACKUP_RECIPIENT must be'),
  ])
  expect(problems({ BACKUP_S3_ENDPOINT: 'http://store.example.com' })).toHaveLength(1)
  expect(problems({ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([])
  for (const rule of ['0', '7d,4x', '0d', 'd', '1001'])
    expect(problems({ BACKUPS_RETAINED: rule })).toHaveLength(1)
})

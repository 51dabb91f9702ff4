import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { appForTests, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { type SmtpForTests, type SmtpOptions, smtpForTests } from '../../../../dev/world/smtp-for-tests.ts'
import { inTransaction } from '../db/transaction.ts'
import { examplesOf } from './mail-template.ts'
import { queueMail } from './queue-mail.ts'
import { apiKeyCreated } from './templates/api-keys.ts'
import { invitation } from './templates/collaboration.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const startSmtp = async (options?: SmtpOptions): Promise<SmtpForTests> => {
  const smtp = await smtpForTests(options)
  stops.push(smtp.stop)
  return smtp
}
const startApp = async (SMTP_URL: string): Promise<TestApp> => {
  const app = await appForTests('sqlite', { SMTP_URL, MAIL_FROM: 'vault@example.com' })
  stops.push(app.stop)
  return app
}
const message = { to: 'grace@example.com', variables: examplesOf(invitation) }
/** This machine, under an IP address that does not count as local. */
const elsewhere = '[::ffff:127.0.0.1]'
const login = { user: 'vault@example.com', pass: 'p ä:@/ss' }
const credentials = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`

test('logs in, under TLS if the mail server supports it', async () => {
  const smtp = await startSmtp({ login })
  const app = await startApp(`smtp://${credentials}@127.0.0.1:${smtp.port}`)
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(true)
  expect(smtp.received).toMatchObject([{ to: 'grace@example.com', sealed: true, user: login.user }])
  expect(smtp.received[0]?.link).toBe(message.variables.link)
})

test('sends nothing unencrypted to a remote mail server', async () => {
  const smtp = await startSmtp({ startTls: false })
  const app = await startApp(`smtp://${elsewhere}:${smtp.port}`)
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(false)
  expect(smtp.received).toEqual([])
  expect(app.logged()).toContain('"code":"ETLS"')
})

test('accepts no untrusted certificate of a remote mail server', async () => {
  const smtp = await startSmtp()
  const app = await startApp(`smtp://${elsewhere}:${smtp.port}`)
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(false)
  expect(smtp.received).toEqual([])
  expect(app.logged()).toContain('"code":"DEPTH_ZERO_SELF_SIGNED_CERT"')
})

const refusing = async (at: 'sender' | 'recipient' | 'data') => {
  const smtp = await startSmtp()
  smtp.refuse = { status: 550, at }
  return `smtp://127.0.0.1:${smtp.port}`
}
const beforeTls = ['connected', 'greeted']
const signedIn = [...beforeTls, 'encrypted', 'signed_in']

test.each([
  ['nothing listens there', async () => 'smtp://127.0.0.1:1', { code: 'ESOCKET', reached: [] }],
  [
    'TLS is missing',
    async () => `smtp://${elsewhere}:${(await startSmtp({ startTls: false })).port}`,
    { code: 'ETLS', reached: beforeTls },
  ],
  [
    'the certificate is not trusted',
    async () => `smtp://${elsewhere}:${(await startSmtp()).port}`,
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', reached: beforeTls },
  ],
  [
    'TLS is missing from the first byte on',
    async () => `smtps://127.0.0.1:${(await startSmtp()).port}`,
    { reached: [] },
  ],
  [
    'the login is rejected',
    async () => `smtp://somebody:else@127.0.0.1:${(await startSmtp({ login })).port}`,
    { code: 'EAUTH', reached: [...beforeTls, 'encrypted'] },
  ],
  [
    'the sender is rejected',
    () => refusing('sender'),
    { code: 'EENVELOPE', status: 550, reached: [...beforeTls, 'encrypted'] },
  ],
  [
    'the recipient is rejected',
    () => refusing('recipient'),
    { code: 'EENVELOPE', status: 550, reached: [...beforeTls, 'encrypted', 'sender_accepted'] },
  ],
  [
    'the message is rejected',
    () => refusing('data'),
    {
      code: 'EMESSAGE',
      status: 550,
      reached: [...beforeTls, 'encrypted', 'sender_accepted', 'recipient_accepted'],
    },
  ],
  [
    'all is well',
    async () => `smtp://${credentials}@127.0.0.1:${(await startSmtp({ login })).port}`,
    {
      file: undefined,
      reached: [...signedIn, 'sender_accepted', 'recipient_accepted', 'message_accepted'],
    },
  ],
])('a test mail says how far it came: %s', async (_, start, outcome) => {
  const app = await startApp(await start())
  expect(await app.ctx.mail.sendTest(invitation, 'grace@example.com')).toMatchObject(outcome)
})

test('sends unencrypted where the setting says so', async () => {
  const smtp = await startSmtp({ startTls: false })
  const app = await startApp(`smtp://${elsewhere}:${smtp.port}?tls=none`)
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(true)
  expect(smtp.received).toMatchObject([{ sealed: false }])
})

test('after a rejected login the queue waits for the operator to fix it', async () => {
  const smtp = await startSmtp({ login })
  const app = await startApp(`smtp://somebody:else@127.0.0.1:${smtp.port}`)
  await inTransaction(app.ctx, async (tx) => {
    for (const to of ['ada@example.com', 'grace@example.com'])
      await queueMail(tx, 'apiKeyCreated', { to, variables: examplesOf(apiKeyCreated) })
  })
  await app.ctx.mail.sendDue()
  const attempts = await app.ctx.db.selectFrom('mail_queue').select('attempts').orderBy('id').execute()
  expect(attempts).toEqual([{ attempts: 1 }, { attempts: 0 }])
  expect(app.logged()).toContain('"code":"EAUTH"')
  expect(app.logged()).not.toContain('somebody')
})

test('returns false when the mail server is unavailable, after one attempt for the whole queue', async () => {
  const smtp = await smtpForTests()
  await smtp.stop()
  const app = await startApp(`smtp://127.0.0.1:${smtp.port}`)
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(false)
  await inTransaction(app.ctx, async (tx) => {
    for (const to of ['ada@example.com', 'grace@example.com'])
      await queueMail(tx, 'apiKeyCreated', { to, variables: examplesOf(apiKeyCreated) })
  })
  await app.ctx.mail.sendDue()
  const attempts = await app.ctx.db.selectFrom('mail_queue').select('attempts').orderBy('id').execute()
  expect(attempts).toEqual([{ attempts: 1 }, { attempts: 0 }])
  expect(app.logged()).not.toContain('@example.com')
  expect(app.logged()).not.toContain('inv_')
})

test('returns false when the mail server does not respond, before the caller gives up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => silent.close(resolve)))
  const at = silent.address()
  const app = await startApp(`smtp://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`)
  const started = performance.now()
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(false)
  expect(performance.now() - started).toBeLessThan(8_000)
})

import { retention } from '@envhold/contract/archive/archive.ts'
import { sendContactMessage } from '@envhold/contract/contact.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { sweepsOf } from '../../instance/sweeps.ts'
import { raiseAttempts } from '../users/attempt-store.ts'

const hourMs = 3_600_000
const yearMs = 365.25 * 24 * hourMs

const message = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  company: 'Canary Company 5f1c',
  subject: 'canary-subject-77aa',
  message: 'First canary-line-91bc\n\nSecond line',
  type: 'billing' as const,
  newsletter: true,
}

forEachEngine((engine) => {
  const app = withApp(engine, { SUPPORT_EMAIL: 'help@vault.example.com', TRUST_PROXY: '127.0.0.1' })
  const rows = () => app.ctx.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
  const queued = () =>
    app.ctx.db.selectFrom('mail_queue').selectAll().where('template', '=', 'contact-message').execute()
  const post = (body: unknown, ip = '203.0.113.7') =>
    app.fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    })
  const limits = () => app.ctx.db.deleteFrom('attempts').execute()

  test('a message is stored, and queued for the support address alone', async () => {
    const answer = await app.as().call(sendContactMessage, { body: message })
    expect(answer).toEqual({ message: 'Your message is on its way.' })
    expect(await rows()).toEqual([
      {
        ...message,
        id: expect.any(Number),
        newsletter: 1,
        created_at: expect.any(Number),
        mailed_at: expect.any(Number),
      },
    ])
    const mails = await queued()
    expect(mails.map(({ recipient }) => recipient)).toEqual(['help@vault.example.com'])
    expect(JSON.parse(mails[0]?.variables ?? '')).toEqual({ ...message, newsletter: 'yes' })
    await limits()
  })

  test('the mail comes from this instance, and an answer goes to the sender', async () => {
    const [mail] = (await mailsOf(app)).filter(({ template }) => template === 'contact-message')
    expect(mail).toMatchObject({
      to: 'help@vault.example.com',
      from: 'envhold@vault.example.com',
      replyTo: 'grace@example.com',
      subject: 'Contact: canary-subject-77aa',
    })
    expect(mail?.text).toContain('Grace Hopper of Canary Company 5f1c wrote about canary-subject-77aa:')
    expect(mail?.text.replaceAll('\r\n', '\n')).toContain('First canary-line-91bc\n\nSecond line')
    expect((await mailsOf(app)).filter(({ to }) => to === 'grace@example.com')).toEqual([])
  })

  test('only name, e-mail, subject and message are required', async () => {
    const { name, email, subject, message: text } = message
    expect((await post({ name, email, subject, message: text })).status).toBe(201)
    expect((await rows()).at(-1)).toMatchObject({ company: null, type: 'question', newsletter: 0 })
    await limits()
  })

  test.each([
    ['name', '  ', 'Please enter your name'],
    ['email', undefined, 'Please enter your e-mail address'],
    ['email', 'grace', 'Invalid email address'],
    ['email', 'grace@example.com\r\nBcc: x@example.com', 'Invalid email address'],
    ['subject', '', 'Please enter a subject'],
    ['subject', 'a\r\nBcc: x@example.com', 'Must not contain control characters or text direction marks'],
    ['name', 'a\nb', 'Must not contain control characters or text direction marks'],
    ['message', '\n ', 'Please enter a message'],
    ['message', 'x'.repeat(5_001), 'Must be at most 5,000 characters'],
    ['subject', 'x'.repeat(151), 'Must be at most 150 characters'],
    ['type', 'sales', expect.any(String)],
  ])('rejects %s = %j, names the field and stores nothing', async (path, value, text) => {
    const before = (await rows()).length
    const response = await post({ ...message, [path]: value })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'VALIDATION_FAILED',
      details: [{ path, message: text }],
    })
    expect(await rows()).toHaveLength(before)
  })

  test('a program that fills in the hidden field learns nothing, and nothing is stored', async () => {
    const before = (await rows()).length
    expect((await post({ ...message, website: 'https://spam.example' })).status).toBe(201)
    expect(await rows()).toHaveLength(before)
  })

  test('one address may send 5 messages an hour', async () => {
    const before = (await rows()).length
    const statuses: number[] = []
    for (let sent = 0; sent < 7; sent++) statuses.push((await post(message)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
    const refused = await post(message)
    expect(await refused.json()).toMatchObject({ error: 'RATE_LIMITED' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await rows()).toHaveLength(before + 5)
    expect((await post(message, '203.0.113.8')).status).toBe(201)
    await limits()
  })

  test('strangers who send many stop no message: beyond 30 an hour they are mailed together', async () => {
    await app.ctx.db.deleteFrom('mail_queue').execute()
    await limits()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => post(message, `198.51.100.${index}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await queued()).toHaveLength(30)
    const late = { ...message, name: 'Late Comer', subject: 'Am I heard?' }
    expect((await post(late, '203.0.113.99')).status).toBe(201)
    const mailWaiting = sweepsOf(app.ctx).find(({ name }) => name === 'contact-mails')
    expect(await mailWaiting?.run()).toBe(11)
    expect(await mailWaiting?.run()).toBe(0)
    const digests = await app.ctx.db
      .selectFrom('mail_queue')
      .selectAll()
      .where('template', '=', 'contact-digest')
      .execute()
    expect(digests.map(({ recipient }) => recipient)).toEqual(['help@vault.example.com'])
    const { count, messages } = JSON.parse(digests[0]?.variables ?? '')
    expect(count).toBe(11)
    expect(messages).toContain(
      'Late Comer of Canary Company 5f1c (grace@example.com) wrote about Am I heard?',
    )
    expect((await rows()).every(({ mailed_at }) => mailed_at !== null)).toBe(true)
    await limits()
  })

  test('the longest messages of one mail fit into it, and what is stored in an hour is bounded', async () => {
    const long = { ...message, message: 'x'.repeat(5_000) }
    const { website: _, ...stored } = {
      ...long,
      website: '',
      newsletter: 0,
      created_at: app.ctx.clock(),
      mailed_at: null,
    }
    await app.ctx.db
      .insertInto('contact_messages')
      .values(Array.from({ length: 90 }, () => stored))
      .execute()
    const mailWaiting = sweepsOf(app.ctx).find(({ name }) => name === 'contact-mails')
    expect(await mailWaiting?.run()).toBe(90)
    const total = { kind: 'contact', limit: 500, windowMs: hourMs }
    for (let n = 0; n < 500; n++) await raiseAttempts(app.ctx, total, 'everybody')
    const before = (await rows()).length
    expect((await post(message, '203.0.113.98')).status).toBe(429)
    expect(await rows()).toHaveLength(before)
    await limits()
  })

  test('nothing of a message is in the log', () => {
    expect(app.logged()).toContain('"route":"/api/contact"')
    for (const part of ['canary', 'Canary', 'Grace', 'grace@example.com', 'Bcc'])
      expect(app.logged()).not.toContain(part)
  })

  test(`a message is deleted after ${retention.supportYears} years`, async () => {
    const sweep = sweepsOf(app.ctx).find(({ name }) => name === 'contact-messages')
    const stored = (await rows()).length
    expect(stored).toBeGreaterThan(0)
    app.advance(retention.supportYears * yearMs - 2 * hourMs)
    expect(await sweep?.run()).toBe(0)
    app.advance(3 * hourMs)
    expect(await sweep?.run()).toBe(stored)
    expect(await rows()).toEqual([])
  })
})

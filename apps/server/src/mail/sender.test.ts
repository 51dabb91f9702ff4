import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { type SmtpForTests, smtpForTests } from '../../../../dev/world/smtp-for-tests.ts'
import { connect } from '../db/connect.ts'
import { inTransaction, runTransaction } from '../db/transaction.ts'
import { createMail } from './create-mail.ts'
import { claimMail, findMailed, insertMail, sweepMailReceipts } from './mail-queue-store.ts'
import { examplesOf } from './mail-template.ts'
import { queueMail, queueMailWithReceipt } from './queue-mail.ts'
import { apiKeyCreated } from './templates/api-keys.ts'

const minute = 60_000
const hour = 60 * minute

forEachEngine((engine) => {
  let app: TestApp
  let smtp: SmtpForTests
  beforeAll(async () => {
    smtp = await smtpForTests()
    app = await appForTests(engine, {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Envhold <vault@example.com>',
    })
  })
  afterAll(async () => {
    await app.stop()
    await smtp.stop()
  })
  beforeEach(async () => {
    smtp.received.length = 0
    smtp.refuse = undefined
    smtp.beforeAnswer = async () => {}
    await app.ctx.db.deleteFrom('mail_queue').execute()
  })

  const variables = examplesOf(apiKeyCreated)
  const queue = (...recipients: string[]) =>
    inTransaction(app.ctx, async (tx) => {
      for (const to of recipients) await queueMail(tx, 'apiKeyCreated', { to, variables })
    })
  const queued = () => app.ctx.db.selectFrom('mail_queue').selectAll().orderBy('id').execute()

  test('sends messages to the mail server', async () => {
    await queue('ada@example.com', 'grace@example.com')
    await app.ctx.mail.sendDue()
    expect(smtp.received).toMatchObject([
      { to: 'ada@example.com', from: 'vault@example.com', subject: 'A new API key for “Web shop”' },
      { to: 'grace@example.com' },
    ])
    expect(await queued()).toEqual([])
  })

  test('retries what was rejected temporarily, with growing delays, and gives up after a day', async () => {
    smtp.refuse = { status: 451, at: 'recipient' }
    await queue('ada@example.com')
    const before = app.logged().length
    let hours = 0
    for (let attempt = 1; attempt <= 8; attempt++) {
      await app.ctx.mail.sendDue()
      await app.ctx.mail.sendDue()
      const [mail] = await queued()
      if (attempt === 8) expect(mail).toBeUndefined()
      else expect(mail?.attempts).toBe(attempt)
      const wait = (mail?.next_attempt_at ?? 0) - app.ctx.clock()
      if (mail) {
        hours += wait / hour
        app.advance(wait + minute)
      }
    }
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(28)
    expect(smtp.received).toEqual([])
    const said = app.logged().slice(before)
    expect(said).toContain('"status":451')
    expect(said).toContain('"again":false')
    expect(said).not.toContain('ada@')
  })

  test('succeeds once the mail server accepts it, with the same message', async () => {
    smtp.refuse = { status: 450, at: 'data' }
    await queue('ada@example.com')
    const [mail] = await queued()
    await app.ctx.mail.sendDue()
    smtp.refuse = undefined
    app.advance(2 * minute)
    await app.ctx.mail.sendDue()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]?.raw).toContain(`<api-key-created.${mail?.id}.${mail?.created_at}@localhost>`)
  })

  test.each(['recipient', 'data'] as const)('drops what is rejected permanently (%s)', async (at) => {
    smtp.refuse = { status: 550, at }
    await queue('nobody@example.com')
    const before = app.logged().length
    await app.ctx.mail.sendDue()
    expect(await queued()).toEqual([])
    const said = app.logged().slice(before)
    expect(said).toContain('"status":550,"again":false')
    expect(said).not.toContain('nobody')
    expect(said).not.toContain('not wanted here')
  })

  test('a rejected message delays no other', async () => {
    await queue('ada@example.com', 'grace@example.com')
    let answered = 0
    smtp.beforeAnswer = async () => {
      smtp.refuse = answered++ === 0 ? { status: 451, at: 'data' } : undefined
    }
    await app.ctx.mail.sendDue()
    expect(smtp.received.map(({ to }) => to)).toEqual(['grace@example.com'])
    expect(await queued()).toMatchObject([{ recipient: 'ada@example.com', attempts: 1 }])
  })

  test('messages that a killed process had claimed are sent by the next', async () => {
    await queue('ada@example.com')
    const now = app.ctx.clock()
    const claiming = { templates: ['api-key-created'], now, leaseUntil: now + 2 * minute }
    expect(await claimMail(app.ctx.db, claiming)).toMatchObject({ attempts: 1 })
    await app.ctx.mail.sendDue()
    expect(smtp.received).toEqual([])
    app.advance(3 * minute)
    await app.ctx.mail.sendDue()
    expect(smtp.received).toHaveLength(1)
    expect(await queued()).toEqual([])
  })

  test('what a newer version queued is sent as far as it is known; the rest waits and delays no other', async () => {
    const now = app.ctx.clock()
    const newer = [
      { template: 'of-tomorrow', variables: '{}' },
      { template: 'api-key-created', variables: '{"project":1}' },
      // The queue never sends a template with a secret either.
      { template: 'verify-email', variables: '{"link":"https://evil.example.com"}' },
      { template: 'api-key-created', variables: JSON.stringify({ ...variables, more: 'x' }) },
    ]
    await inTransaction(app.ctx, async (tx) => {
      for (const one of newer) await insertMail(tx, { ...one, recipient: 'ada@example.com' }, now)
    })
    await queue('grace@example.com')
    for (let attempt = 1; attempt <= 9; attempt++) {
      await app.ctx.mail.sendDue()
      expect(smtp.received.map(({ to }) => to)).toEqual(['ada@example.com', 'grace@example.com'])
      expect((await queued()).map((mail) => [mail.template, mail.attempts, mail.failure])).toEqual([
        ['of-tomorrow', 0, null],
        ['api-key-created', attempt, 'EVARIABLES'],
        ['verify-email', 0, null],
      ])
      app.advance(14 * hour)
    }
  })

  test('a mail that something waits for leaves a receipt when it is sent, and none when it is given up', async () => {
    const one = () =>
      runTransaction(app.ctx.db, (db) =>
        queueMailWithReceipt({ ...app.ctx, db }, 'apiKeyCreated', { to: 'ada@example.com', variables }),
      )
    const [first, second] = [await one(), await one()]
    const mailed = () => findMailed(app.ctx.db, [first, second])
    expect([...(await mailed()).values()]).toEqual(
      Array.from({ length: 2 }, () => ({ sentAt: null, isGivenUp: false })),
    )
    let answered = 0
    smtp.beforeAnswer = async () => {
      smtp.refuse = answered++ === 0 ? undefined : { status: 550, at: 'data' }
    }
    await app.ctx.mail.sendDue()
    const [sent, rejected] = [...(await mailed()).values()]
    expect(sent?.sentAt).toBeGreaterThan(0)
    expect(rejected).toEqual({ sentAt: null, isGivenUp: true })
    expect(await queued()).toEqual([])
    expect(await sweepMailReceipts({ ...app.ctx, clock: () => app.ctx.clock() + 101 * 86_400_000 })).toBe(1)
  })

  test('a mail that something waits for is never dropped for its number', async () => {
    const ids = new Set<number>()
    for (let n = 0; n < 35; n++)
      ids.add(
        await runTransaction(app.ctx.db, (db) =>
          queueMailWithReceipt({ ...app.ctx, db }, 'apiKeyCreated', { to: 'ada@example.com', variables }),
        ),
      )
    expect(await queued()).toHaveLength(35)
    expect(ids.size).toBe(35)
    await app.ctx.db.deleteFrom('mail_queue').execute()
  })

  if (engine === 'postgres')
    test('two nodes send each message once', async () => {
      const { config, clock, log, secrets } = app.ctx
      const others = [1, 2].map(() =>
        connect({ databaseUrl: config.databaseUrl?.reveal(), dataDir: config.dataDir }),
      )
      const nodes = [app.ctx.mail, ...others.map(({ db }) => createMail({ config, db, clock, log, secrets }))]
      const recipients = Array.from({ length: 30 }, (_, n) => `person-${n}@example.com`)
      await queue(...recipients)
      while ((await queued()).length > 0) await Promise.all(nodes.map((node) => node.sendDue()))
      expect(smtp.received.map(({ to }) => to).sort()).toEqual([...recipients].sort())
      await Promise.all(others.map((database) => database.close()))
    })

  test('checks the queue regularly until it is stopped', async () => {
    const { config, clock, log, db, secrets } = app.ctx
    const mail = createMail({ config, db, clock, log, secrets })
    mail.start()
    await runTransaction(db, (trx) =>
      queueMail({ clock, mail, secrets, db: trx }, 'apiKeyCreated', { to: 'ada@example.com', variables }),
    )
    await expect.poll(() => smtp.received.length, { timeout: 5_000 }).toBe(1)
    await mail.stop()
    await runTransaction(db, (trx) =>
      queueMail({ clock, mail, secrets, db: trx }, 'apiKeyCreated', { to: 'ada@example.com', variables }),
    )
    await mail.sendDue()
    expect(await queued()).toHaveLength(1)
  })
})

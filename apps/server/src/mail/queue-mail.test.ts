import { expect, test } from 'vitest'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../dev/world/mails.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { inTransaction } from '../db/transaction.ts'
import { insertMail, joinMs } from './mail-queue-store.ts'
import { examplesOf } from './mail-template.ts'
import { queueJoinedMails, queueMail } from './queue-mail.ts'
import { apiKeyCreated } from './templates/api-keys.ts'
import { invitation } from './templates/collaboration.ts'
import { sharedProjectsDeleted } from './templates/shared-projects.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  const queue = (to: string) =>
    inTransaction(app.ctx, (tx) =>
      queueMail(tx, 'apiKeyCreated', { to, variables: examplesOf(apiKeyCreated) }),
    )
  const queued = () => app.ctx.db.selectFrom('mail_queue').selectAll().execute()

  test('a queued mail is sent once, to its recipient', async () => {
    await queue('ada@example.com')
    expect(await queued()).toHaveLength(1)
    expect(await mailsOf(app)).toMatchObject([
      { template: 'api-key-created', to: 'ada@example.com', subject: 'A new API key for “Web shop”' },
    ])
    expect(await queued()).toEqual([])
    expect(await mailsOf(app)).toHaveLength(1)
  })

  test('a mail is queued only if its transaction commits', async () => {
    const undone = inTransaction(app.ctx, async (tx) => {
      await queueMail(tx, 'apiKeyCreated', {
        to: 'grace@example.com',
        variables: examplesOf(apiKeyCreated),
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await mailsOf(app)).map(({ to }) => to)).not.toContain('grace@example.com')
  })

  test('limits the mails of one template per e-mail address and hour, and not those of other templates', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const signIn = (n: number) =>
      app.fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': `Browser ${letters(n)}` },
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
    const kinds = async () => {
      const mails = await mailsOf(app)
      return mails.filter(({ to }) => to === person.email).map(({ template }) => template)
    }
    for (let n = 0; n < 40; n++) {
      // An IP address may try this often in a minute.
      if (n % 20 === 19) app.advance(61_000)
      expect((await signIn(n)).status).toBe(200)
    }
    expect((await kinds()).filter((kind) => kind === 'new-sign-in')).toHaveLength(30)
    await queue(person.email)
    expect(await kinds()).toContain('api-key-created')
    app.advance(61 * 60_000)
    await signIn(99)
    expect((await kinds()).filter((kind) => kind === 'new-sign-in')).toHaveLength(31)
  })

  test('no mail joins one that another version of the server queued with other variables', async () => {
    const to = 'joined@example.com'
    const variables = examplesOf(sharedProjectsDeleted)
    const newer = JSON.stringify({ ...variables, more: 'x' })
    await inTransaction(app.ctx, async (tx) => {
      const mail = { template: sharedProjectsDeleted.name, recipient: to, variables: newer }
      await insertMail(tx, mail, tx.clock(), joinMs)
      for (const _ of ['alone', 'joined'])
        await queueJoinedMails(tx, 'sharedProjectsDeleted', [{ to, variables }], (_, added) => added)
    })
    const waiting = (await queued()).filter(({ recipient }) => recipient === to)
    expect(waiting.map((mail) => mail.variables).sort()).toEqual([newer, JSON.stringify(variables)].sort())
    await app.ctx.db.deleteFrom('mail_queue').execute()
  })

  test('a template with a secret cannot be queued', async () => {
    const message = { to: 'ada@example.com', variables: examplesOf(invitation) }
    const refused = inTransaction(app.ctx, (tx) =>
      // @ts-expect-error The types reject it before the queue does.
      queueMail(tx, 'invitation', message),
    )
    await expect(refused).rejects.toThrow('invitation holds a secret and cannot be queued')
    expect(await queued()).toEqual([])
  })

  test('a mail with a secret is sent without being stored', async () => {
    const message = { to: 'grace@example.com', variables: examplesOf(invitation) }
    expect(await app.ctx.mail.sendNow(invitation, message)).toBe(true)
    const sent = (await mailsOf(app)).find(({ to }) => to === 'grace@example.com')
    expect(sent).toMatchObject({ template: 'invitation', link: examplesOf(invitation).link })
  })
})

import { startEmptyVault } from '@envhold/contract/accounts/account-security.ts'
import { login, readSession, register } from '@envhold/contract/accounts/accounts.ts'
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  openEmailChange,
  openProtection,
  readEmailChange,
  requestPasswordReset,
  resetPassword,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { deleteOldChanges } from './email-change-store.ts'

const minute = 60_000
const day = 24 * 60 * minute
let count = 0

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
  })

  const person = () => addPerson(app, { masterPassword: null })
  const freshAddress = () => `new-${engine}-${++count}@example.org`
  const mailsTo = async (email: string, template: string) =>
    (await mailsOf(app)).filter((mail) => mail.to === email && mail.template === template)
  const tokenOf = (link = '') => new URL(link).hash.slice(1)
  const mailed = async (email: string, template: string) => {
    await expect.poll(async () => (await mailsTo(email, template)).length).toBeGreaterThan(0)
    return tokenOf((await mailsTo(email, template)).at(-1)?.link)
  }
  const ask = ({ client }: Pick<Person, 'client'>, email: string) =>
    client.call(changeEmail, { body: { email } })
  const confirm = ({ client }: Person, token: string) => client.call(confirmEmailChange, { body: { token } })
  const emailOf = async ({ client }: Person) => (await client.call(readSession, {})).user
  const use = (token: string) => app.as().call(useProtection, { body: { token } })
  /** A person whose address was changed just now. */
  const changed = async () => {
    const someone = await person()
    const email = freshAddress()
    await ask(someone, email)
    await confirm(someone, await mailed(email, 'confirm-email'))
    return { someone, email }
  }

  test('the new address is confirmed first, and the old one is told at once and afterwards', async () => {
    const someone = await person()
    const email = freshAddress()
    await ask(someone, email)
    expect(await mailsTo(someone.email, 'email-change-requested')).toHaveLength(1)
    expect((await emailOf(someone)).email).toBe(someone.email)
    expect((await someone.client.call(readEmailChange, {})).pending).toMatchObject({ email })
    const token = await mailed(email, 'confirm-email')
    expect(await app.as().call(openEmailChange, { body: { token } })).toEqual({
      username: someone.username,
      email,
    })
    await expect(confirm(await person(), token)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await confirm(someone, token)
    expect(await emailOf(someone)).toMatchObject({ email, email_verified: true })
    await expect(confirm(someone, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await someone.client.call(readEmailChange, {})).pending).toBeNull()
    expect((await activityOf(app)).at(-1)).toMatchObject({ event_type: 'email_change_done' })
    const [mail] = await mailsTo(someone.email, 'email-changed')
    expect(mail?.link).toContain('/undo-email#undo-email.')
    expect(await app.as().call(login, { body: { email, password: someone.password } })).toBeTruthy()
  })

  test('it needs a recent proof of identity', async () => {
    const someone = await person()
    app.advance(11 * minute)
    const plain = { client: app.as({ token: someone.token }) }
    await expect(ask(plain, freshAddress())).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    app.advance(-11 * minute)
  })

  test('a taken address gets the same answer, and its owner a mail', async () => {
    const [someone, other] = [await person(), await person()]
    const [free, taken] = [await ask(someone, freshAddress()), await ask(someone, other.email)]
    const shape = (text: string) => text.replace(/\S+@\S+/, 'ADDRESS')
    expect(shape(taken.message)).toBe(shape(free.message))
    expect((await someone.client.call(readEmailChange, {})).pending).toMatchObject({ email: other.email })
    expect(await mailsTo(other.email, 'email-taken')).toHaveLength(1)
    expect(await mailsTo(other.email, 'confirm-email')).toEqual([])
    await expect(ask(someone, someone.email.toUpperCase())).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a mailbox gets three mails an hour at most, whatever follows a plus sign', async () => {
    const someone = await person()
    for (const sign of ['', '+1', '+2', '+3']) await ask(someone, `boxed-${engine}${sign}@example.org`)
    await mailed(`boxed-${engine}+2@example.org`, 'confirm-email')
    expect(await mailsTo(`boxed-${engine}+3@example.org`, 'confirm-email')).toEqual([])
  })

  test('a later request, a cancellation and a day end a link', async () => {
    const someone = await person()
    const [first, next] = [freshAddress(), freshAddress()]
    await ask(someone, first)
    const old = await mailed(first, 'confirm-email')
    await ask(someone, next)
    const token = await mailed(next, 'confirm-email')
    await expect(confirm(someone, old)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    app.advance(day)
    await expect(confirm(someone, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    app.advance(-day)
    await someone.client.call(cancelEmailChange, {})
    await expect(confirm(someone, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of two accounts that want one address, one gets it; so does one that registers it', async () => {
    const people = [await person(), await person()]
    const email = freshAddress()
    const tokens: string[] = []
    for (const one of people) {
      await ask(one, email)
      await expect.poll(async () => (await mailsTo(email, 'confirm-email')).length).toBe(tokens.length + 1)
      tokens.push(tokenOf((await mailsTo(email, 'confirm-email')).at(-1)?.link))
    }
    const results = await Promise.allSettled([
      ...people.map((person, index) => confirm(person, tokens[index] ?? '')),
      app.as().call(register, { body: { email, password: 'sign-in password' } }),
    ])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['CONFLICT', 'CONFLICT'])
  })

  test('the former address undoes the change, which ends every session and starts a reset', async () => {
    const { someone, email } = await changed()
    const token = await mailed(someone.email, 'email-changed')
    expect(await app.as().call(openProtection, { body: { token } })).toMatchObject({
      purpose: 'undo-email',
      subject: someone.email,
    })
    expect((await emailOf(someone)).email, 'opening changes nothing').toBe(email)
    await use(token)
    await expect(emailOf(someone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const reset = await mailed(someone.email, 'reset-password')
    expect(await mailsTo(email, 'reset-password')).toEqual([])
    await app.as().call(resetPassword, { body: { token: reset, newPassword: 'quite another sentence' } })
    const body = { email: someone.email, password: 'quite another sentence' }
    expect(await app.as().call(login, { body })).toMatchObject({ username: someone.username })
    await expect(use(token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await mailsTo(email, 'email-change-undone')).toHaveLength(1)
  })

  test('an undone address has no say any more, and a chain of changes cannot outrun the first one', async () => {
    const { someone, email } = await changed()
    await ask(someone, freshAddress())
    expect(await mailsTo(email, 'email-change-requested')).toHaveLength(1)
    const attacker = (await mailsTo(email, 'email-change-requested'))[0]?.notMe
    await confirm(someone, (await latestConfirmation(someone)) ?? '')
    await use(await mailed(someone.email, 'email-changed'))
    await expect(use(tokenOf(attacker))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(use(await mailed(email, 'email-changed'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const row = await app.ctx.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', someone.userId)
      .executeTakeFirst()
    expect(row).toEqual({ email: someone.email })
  })
  const latestConfirmation = async ({ client }: Person) => {
    const { pending } = await client.call(readEmailChange, {})
    return pending === null ? undefined : await mailed(pending.email, 'confirm-email')
  }

  const storedEmail = async ({ userId }: Person) =>
    (await app.ctx.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
      .email
  const changeTo = async (someone: Person, email: string) => {
    const sent = async () => await mailsTo(email, 'confirm-email')
    const before = (await sent()).length
    await ask(someone, email)
    await expect.poll(async () => (await sent()).length).toBe(before + 1)
    return await confirm(someone, tokenOf((await sent()).at(-1)?.link))
  }

  test('changing back to a former address is its undo: the addresses in between have no say', async () => {
    const { someone, email } = await changed()
    await changeTo(someone, freshAddress())
    const undoLater = await mailed(email, 'email-changed')
    const { message } = await changeTo(someone, someone.email)
    expect(message).toBe(`Your e-mail address is now ${someone.email}.`)
    expect(await emailOf(someone)).toMatchObject({ email: someone.email, email_verified: true })
    expect(await mailsTo(email, 'email-changed')).toHaveLength(1)
    await expect(use(undoLater)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await activityOf(app)).at(-1)).toMatchObject({ event_type: 'email_change_undone' })
  })

  test('a former address that can undo its change is warned too, and stops what takes effect later', async () => {
    const someone = await addPerson(app)
    const email = freshAddress()
    await changeTo(someone, email)
    await someone.client.call(startEmptyVault, { body: { confirmation: 'start an empty vault' } })
    expect(await mailsTo(email, 'empty-vault-started')).toHaveLength(1)
    const [warning] = await mailsTo(someone.email, 'empty-vault-started')
    await use(tokenOf(warning?.link))
    for (const to of [someone.email, email])
      expect(await mailsTo(to, 'delayed-change-stopped')).toHaveLength(1)
    app.advance(7 * day)
    const { token } = await app.as().call(login, { body: { email, password: someone.password } })
    await app.as({ token }).call(startEmptyVault, { body: { confirmation: 'start an empty vault' } })
    expect(await mailsTo(email, 'empty-vault-started')).toHaveLength(2)
    expect(await mailsTo(someone.email, 'empty-vault-started')).toHaveLength(1)
    app.advance(-7 * day)
  })

  test('the only address in between has no say either, and gets no reset', async () => {
    const { someone, email } = await changed()
    await changeTo(someone, someone.email)
    expect(await mailsTo(email, 'email-changed')).toEqual([])
    expect(await mailsTo(email, 'email-change-undone')).toHaveLength(1)
    expect(await mailsTo(email, 'reset-password')).toEqual([])
    expect((await someone.client.call(readEmailChange, {})).pending).toBeNull()
  })

  test('an address in between that gets the account back can itself be undone by the first', async () => {
    const { someone, email } = await changed()
    const undo = await mailed(someone.email, 'email-changed')
    const last = freshAddress()
    await changeTo(someone, last)
    await changeTo(someone, email)
    expect(await mailsTo(last, 'email-changed')).toEqual([])
    expect(await mailsTo(last, 'email-change-undone')).toHaveLength(1)
    await use(undo)
    expect(await storedEmail(someone)).toBe(someone.email)
  })

  test('nobody else gets the former address while the change can be undone; then it is free', async () => {
    const { someone } = await changed()
    const body = { email: someone.email, password: 'sign-in password' }
    await expect(app.as().call(register, { body })).rejects.toMatchObject({ code: 'CONFLICT' })
    const other = await person()
    await ask(other, someone.email)
    expect(await mailsTo(someone.email, 'confirm-email')).toEqual([])
    const token = await mailed(someone.email, 'email-changed')
    app.advance(7 * day)
    await expect(use(token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await deleteOldChanges(app.ctx.db, app.ctx.clock())).toBeGreaterThan(0)
    expect(await app.as().call(register, { body })).toMatchObject({
      data: { user: { email: someone.email } },
    })
    app.advance(-7 * day)
  })

  test('‘This was not me’ ends every session, stops changes, and mails a link to the former address', async () => {
    const { someone, email } = await changed()
    const next = freshAddress()
    await ask(someone, next)
    const notMe = tokenOf((await mailsTo(email, 'email-change-requested'))[0]?.notMe)
    expect(await app.as().call(openProtection, { body: { token: notMe } })).toMatchObject({
      purpose: 'not-me',
    })
    expect((await emailOf(someone)).email).toBe(email)
    const once = await use(notMe)
    await mailed(someone.email, 'reset-password')
    const twice = await use(notMe)
    expect(twice).toEqual(once)
    expect(once.message).not.toContain(someone.email)
    await expect(emailOf(someone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    // The second link replaced the first.
    await expect.poll(async () => (await mailsTo(someone.email, 'reset-password')).length).toBe(2)
    const token = await mailed(someone.email, 'reset-password')
    expect(await mailsTo(email, 'reset-password')).toEqual([])
    const pending = app.ctx.db.selectFrom('email_changes').selectAll().where('confirmed_at', 'is', null)
    expect(await pending.where('user_id', '=', someone.userId).execute()).toEqual([])
    // The link went to the former address, so setting the password gives it back.
    await app.as().call(resetPassword, { body: { token, newPassword: 'quite another sentence' } })
    const body = { email: someone.email, password: 'quite another sentence' }
    expect(await app.as().call(login, { body })).toMatchObject({ username: someone.username })
  })

  test('where no further link is mailed, the answer says so and what to do', async () => {
    const { someone, email } = await changed()
    await ask(someone, freshAddress())
    const notMe = tokenOf((await mailsTo(email, 'email-change-requested'))[0]?.notMe)
    for (let times = 0; times < 3; times++) await use(notMe)
    expect((await use(notMe)).message).toMatch(/no link .+ Use the newest/)
    const { message } = await use(await mailed(someone.email, 'email-changed'))
    expect(message).toMatch(/no link .+ Ask for another on the sign-in page/)
    expect(await mailsTo(someone.email, 'reset-password')).toHaveLength(3)
  })

  test('the holder of the new address cannot keep the former one from undoing the change', async () => {
    const { someone, email } = await changed()
    await ask(someone, freshAddress())
    const notMe = tokenOf((await mailsTo(email, 'email-change-requested'))[0]?.notMe)
    for (let times = 0; times < 10; times++) await use(notMe)
    await expect(use(notMe)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await use(await mailed(someone.email, 'email-changed'))
    expect(
      await app.as().call(login, { body: { email: someone.email, password: someone.password } }),
    ).toBeTruthy()
  })

  test('neither a reset for the new address nor a further change ends the link of the former one', async () => {
    const { someone, email } = await changed()
    await ask(someone, freshAddress())
    await use(tokenOf((await mailsTo(email, 'email-change-requested'))[0]?.notMe))
    const token = await mailed(someone.email, 'reset-password')
    await app.as().call(requestPasswordReset, { body: { email } })
    await mailed(email, 'reset-password')
    const { token: session } = await app.as().call(login, { body: { email, password: someone.password } })
    const thief = { ...someone, client: app.as({ token: session }) }
    await ask(thief, freshAddress())
    await confirm(thief, (await latestConfirmation(thief)) ?? '')
    await app.as().call(resetPassword, { body: { token, newPassword: 'quite another sentence' } })
    const body = { email: someone.email, password: 'quite another sentence' }
    expect(await app.as().call(login, { body })).toMatchObject({ username: someone.username })
  })

  test('‘This was not me’ works for a week, ten times a day, and not with altered or foreign text', async () => {
    const someone = await person()
    await ask(someone, freshAddress())
    const notMe = tokenOf((await mailsTo(someone.email, 'email-change-requested'))[0]?.notMe)
    const altered = notMe.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const text of ['', 'x', notMe.replace('not-me', 'stop-change'), altered])
      await expect(use(text || ' ')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (let times = 0; times < 10; times++) await use(notMe)
    await expect(use(notMe)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    app.advance(7 * day)
    await expect(use(notMe)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    app.advance(-7 * day)
  })
})

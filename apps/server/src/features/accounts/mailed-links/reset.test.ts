import { openVerification } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword, login, readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  openPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '@envhold/contract/accounts/mailed-links.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedPersonalToken } from '../../../../../../dev/world/seed-project.ts'
import { markEmailVerified } from '../../../../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeUser, findUser } from '../../users/user-store.ts'
import { startReset } from './issue-reset.ts'

const minute = 60_000
const newPassword = 'quite another sentence'

forEachEngine((engine) => {
  const app = withApp(engine, { TRUST_PROXY: '127.0.0.1/32' })
  const second = withSecondNode(app)
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
  })

  const person = () => signUp(app.url, { masterPassword: null })
  const origin = { requestId: 'test', ip: '203.0.113.9', userAgent: 'test' }
  const linksTo = async (email: string, template = 'reset-password') =>
    (await mailsOf(app)).filter((mail) => mail.to === email && mail.template === template)
  const request = (email: string) => app.as().call(requestPasswordReset, { body: { email } })
  const tokenOf = (link = '') => new URL(link).hash.slice(1)
  /** A link that was mailed to a person. */
  const linkFor = async ({ userId, email }: Person) => {
    expect(await startReset(app.ctx, { id: userId }, origin)).toBe(true)
    return tokenOf((await linksTo(email)).at(-1)?.link)
  }
  const reset = (token: string, password = newPassword) =>
    app.as().call(resetPassword, { body: { token, newPassword: password } })
  const signIn = ({ email }: Person, password: string) => app.as().call(login, { body: { email, password } })
  const isRejected = { code: 'NOT_FOUND', status: 404 }

  test('an address with an account gets a link, and the answer is that of an address without one', async () => {
    const someone = await person()
    const known = await request(someone.email.toUpperCase())
    expect(await request('nobody@example.com')).toEqual(known)
    await expect.poll(() => linksTo(someone.email)).toHaveLength(1)
    const [mail] = await linksTo(someone.email)
    const token = tokenOf(mail?.link)
    expect(mail?.link).toBe(`${app.ctx.config.publicUrl}/reset-password#${token}`)
    expect(mail?.text).toMatch(/Your vault stays as it is/)
    expect(bytesOf(await dumpTables(app)).includes(token.slice(18))).toBe(false)
    expect(app.logged()).not.toContain(token.slice(18))
    expect(await linksTo('nobody@example.com')).toEqual([])
    expect((await activityOf(app)).at(-1)).toMatchObject({ event_type: 'password_reset_requested' })
  })

  test('the link sets the password once and ends every session and device; nobody is signed in', async () => {
    const someone = await person()
    await markEmailVerified(app, someone)
    const { deviceToken } = await signIn(someone, someone.password)
    const token = await linkFor(someone)
    expect(await app.as().call(openPasswordReset, { body: { token } })).toEqual({
      username: someone.username,
      email: someone.email,
      removes_factors: false,
    })
    expect(await reset(token)).not.toHaveProperty('token')
    await expect(someone.client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(signIn(someone, someone.password)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const devices = await app.ctx.db
      .selectFrom('devices')
      .select('token_issued_at')
      .where('user_id', '=', someone.userId)
      .execute()
    expect(devices.map(({ token_issued_at }) => token_issued_at)).toEqual([null, null])
    expect(deviceToken).toMatch(/^dev_/)
    expect(await signIn(someone, newPassword)).toMatchObject({ username: someone.username })
    await expect(reset(token)).rejects.toMatchObject(isRejected)
    await expect(app.as().call(openPasswordReset, { body: { token } })).rejects.toMatchObject(isRejected)
    expect(await linksTo(someone.email, 'password-reset')).toHaveLength(1)
  })

  test('a link ends when its user changes the password in another way', async () => {
    const someone = await person()
    const token = await linkFor(someone)
    await someone.client.call(changePassword, {
      body: { currentPassword: someone.password, newPassword },
    })
    await expect(reset(token, 'the password of an intruder')).rejects.toMatchObject(isRejected)
    expect(await signIn(someone, newPassword)).toMatchObject({ username: someone.username })
  })

  test('a new link withdraws the old one, and a link ends after an hour', async () => {
    const someone = await person()
    const old = await linkFor(someone)
    const token = await linkFor(someone)
    await expect(reset(old)).rejects.toMatchObject(isRejected)
    app.advance(60 * minute)
    await expect(reset(token)).rejects.toMatchObject(isRejected)
    app.advance(-2 * minute)
    await reset(token)
    app.advance(-58 * minute)
  })

  test('a link of another kind, an unknown one and nonsense are rejected alike', async () => {
    const someone = await person()
    await expect.poll(() => linksTo(someone.email, 'verify-email')).toHaveLength(1)
    const verification = tokenOf((await linksTo(someone.email, 'verify-email'))[0]?.link)
    for (const token of [verification, newToken('eml').text, 'x'])
      await expect(reset(token)).rejects.toMatchObject(isRejected)
    const token = await linkFor(someone)
    await expect(app.as().call(openVerification, { body: { token } })).rejects.toMatchObject(isRejected)
    for (const weak of ['short', 'password1', someone.email])
      await expect(reset(token, weak)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await reset(token)
  })

  test('an address gets three mails an hour at most, however often it is asked for', async () => {
    const someone = await person()
    for (let times = 0; times < 3; times++) await linkFor(someone)
    expect(await startReset(app.ctx, { id: someone.userId }, origin)).toBe(false)
    const answer = await request('nobody@example.com')
    expect(await request(someone.email)).toEqual(answer)
    app.advance(61 * minute)
    expect(await startReset(app.ctx, { id: someone.userId }, origin)).toBe(true)
    app.advance(-61 * minute)
  })

  test('accounts whose addresses differ after a plus sign share the mails of their mailbox', async () => {
    const someone = await person()
    for (let times = 0; times < 3; times++) await linkFor(someone)
    const other = await signUp(app.url, {
      masterPassword: null,
      email: someone.email.replace('@', '+other@'),
    })
    expect(await startReset(app.ctx, { id: other.userId }, origin)).toBe(false)
  })

  test('one IP address asks 30 times an hour at most', async () => {
    const codes: unknown[] = []
    for (let times = 0; times < 32; times++)
      codes.push(
        await request(`nobody${times}@example.com`).then(
          () => 200,
          ({ status }) => status,
        ),
      )
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429])
  })

  test('of 200 submissions of one link on two nodes exactly one succeeds', async () => {
    const someone = await person()
    const token = await linkFor(someone)
    const urls = [app.url, second.url]
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { status } = await fetch(`${urls[index % 2]}/api/auth/reset-password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index}` },
          body: JSON.stringify({ token, newPassword: `${newPassword} ${index}` }),
        })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 404, 429, 503].includes(status))).toBe(true)
  })

  test('the mail lists the personal tokens, which still work', async () => {
    const someone = await signUp(app.url)
    await markEmailVerified(app, someone)
    await seedPersonalToken(someone)
    await reset(await linkFor(someone))
    const [mail] = await linksTo(someone.email, 'password-reset-tokens')
    expect(mail?.text).toMatch(/personal tokens still work: .+\./)
    expect(mail?.link).toContain('/revoke-tokens#revoke-tokens.')
  })

  test('a suspended account sets a password and stays suspended; a deleted one can until it is gone', async () => {
    const [suspended, deleted] = [await person(), await person()]
    const change = (id: number, of: Parameters<typeof changeUser>[2]) =>
      inTransaction(app.ctx, async (tx) => {
        const user = await findUser(tx, id)
        if (user) await changeUser(tx, user, of)
      })
    await change(suspended.userId, { status: 'SUSPENDED', suspended_reason: 'Spam' })
    await reset(await linkFor(suspended))
    expect((await findUser(app.ctx, suspended.userId))?.status).toBe('SUSPENDED')
    await change(deleted.userId, { status: 'INACTIVE', deleted_at: app.ctx.clock() })
    const token = await linkFor(deleted)
    await change(deleted.userId, { deleted_at: app.ctx.clock() - 31 * 24 * 60 * minute })
    await expect(reset(token)).rejects.toMatchObject(isRejected)
    expect(await startReset(app.ctx, { id: deleted.userId }, origin)).toBe(false)
  })

  test('a change of the password with the old one does not survive a reset', async () => {
    const someone = await person()
    const token = await linkFor(someone)
    await reset(token)
    await expect(
      someone.client.call(changePassword, { body: { currentPassword: someone.password, newPassword } }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

forEachEngine((engine) => {
  const app = withApp(engine, { SMTP_URL: '' })
  test('without a mail server nothing is issued, and the answer names the operator', async () => {
    const someone = await signUp(app.url, { masterPassword: null })
    const { message } = await app.as().call(requestPasswordReset, { body: { email: someone.email } })
    expect(message).toMatch(/Ask its operator/)
    const tokens = await app.ctx.db.selectFrom('mailed_tokens').selectAll().execute()
    expect(tokens).toEqual([])
  })
})

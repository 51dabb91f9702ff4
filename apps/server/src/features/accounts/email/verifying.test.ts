import {
  openVerification,
  sendVerification,
  verifyEmail,
} from '@envhold/contract/accounts/account-settings.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { activityOf, eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { sweepSessions } from '../../sessions/sweep-sessions.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
  })

  const person = () => signUp(app.url, { masterPassword: null })
  const linksTo = async (email: string) =>
    (await mailsOf(app)).flatMap(({ to, template, link = '' }) =>
      to === email && template === 'verify-email' ? [link] : [],
    )
  /** The mails sent so far, once there are `count` of them. */
  const mailed = async ({ email }: Person, count: number) => {
    await expect.poll(() => linksTo(email)).toHaveLength(count)
    return (await linksTo(email)).map((link) => new URL(link).hash.slice(1))
  }
  const verify = ({ client }: Pick<Person, 'client'>, token: string) =>
    client.call(verifyEmail, { body: { token } })
  const isVerified = async ({ client }: Person) => (await client.call(readSession, {})).user.email_verified
  const rejection = (by: Pick<Person, 'client'>, token: string) =>
    verify(by, token).then(
      () => undefined,
      ({ code, status, message }) => ({ code, status, message }),
    )

  test('registering mails a link whose secret is in the fragment and nowhere else', async () => {
    const someone = await person()
    const [token = ''] = await mailed(someone, 1)
    const [link = ''] = await linksTo(someone.email)
    expect(link).toBe(`${app.ctx.config.publicUrl}/verify-email#${token}`)
    const mail = (await mailsOf(app)).find((sent) => sent.link === link)
    expect(mail?.text).toContain('within 24 hours')
    expect(token).toMatch(/^eml_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/)
    const secret = token.slice(18)
    expect(bytesOf(await dumpTables(app)).includes(secret)).toBe(false)
    expect(app.logged()).not.toContain(secret)
    expect(await isVerified(someone)).toBe(false)
  })

  test('a link verifies nothing without a session of the account that it belongs to', async () => {
    const [squatter, colleague] = [await person(), await person()]
    const [token = ''] = await mailed(squatter, 1)
    expect(await rejection({ client: app.as() }, token)).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await rejection(colleague, token)).toMatchObject({ code: 'FORBIDDEN', status: 403 })
    expect([await isVerified(squatter), await isVerified(colleague)]).toEqual([false, false])
    await verify(squatter, token)
    expect(await isVerified(squatter)).toBe(true)
  })

  test('opening a link returns the account that it belongs to, and the link stays usable', async () => {
    const someone = await person()
    const [token = ''] = await mailed(someone, 1)
    const { username, email } = someone
    expect(await app.as().call(openVerification, { body: { token } })).toEqual({ username, email })
    await verify(someone, token)
    for (const text of [token, newToken('eml').text, 'x'])
      await expect(app.as().call(openVerification, { body: { token: text } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  test('the mail explains what to do for a recipient who did not create the account', async () => {
    const { email } = await person()
    await expect.poll(() => linksTo(email)).toHaveLength(1)
    const mail = (await mailsOf(app)).find(({ to }) => to === email)
    expect(mail?.text).toMatch(/If you did not create the account, do not confirm/)
  })

  test('the link verifies once, and that is recorded', async () => {
    const someone = await person()
    const [token = ''] = await mailed(someone, 1)
    const events = await eventsDuring(app, () => verify(someone, token))
    expect(events).toEqual(['email_verified'])
    expect((await activityOf(app)).at(-1)).toMatchObject({ user_id: someone.userId })
    expect(await isVerified(someone)).toBe(true)
    expect(await rejection(someone, token)).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    await expect(someone.client.call(sendVerification, {})).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('of concurrent uses of one link, one succeeds', async () => {
    const someone = await person()
    const [token = ''] = await mailed(someone, 1)
    const all = await Promise.all([1, 2, 3, 4].map(() => rejection(someone, token)))
    expect(all.filter((rejected) => rejected === undefined)).toHaveLength(1)
    expect(await isVerified(someone)).toBe(true)
  })

  test('a new link invalidates earlier ones', async () => {
    const someone = await person()
    await mailed(someone, 1)
    await someone.client.call(sendVerification, {})
    const [first = '', second = ''] = await mailed(someone, 2)
    expect(await rejection(someone, first)).toMatchObject({ code: 'NOT_FOUND' })
    await verify(someone, second)
    expect(await isVerified(someone)).toBe(true)
  })

  test('a link expires after a day', async () => {
    const [early, late] = [await person(), await person()]
    const [[first = ''], [second = '']] = [await mailed(early, 1), await mailed(late, 1)]
    app.advance(23 * hour)
    await verify(early, first)
    app.advance(hour)
    expect(await rejection(late, second)).toMatchObject({ code: 'NOT_FOUND' })
    await sweepSessions(app.ctx)
    expect(await app.ctx.db.selectFrom('mailed_tokens').selectAll().execute()).toEqual([])
  })

  test('responds the same to links that are unknown, altered, of another kind or no token at all', async () => {
    const someone = await person()
    const [token = ''] = await mailed(someone, 1)
    const other = newToken('eml').text
    const bad = [other, `${token.slice(0, 18)}${other.slice(18)}`, newToken('inv').text, someone.token, 'x']
    const answers = await Promise.all(bad.map((token) => rejection(someone, token)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 'NOT_FOUND' })
    expect(await isVerified(someone)).toBe(false)
  })

  test('rejects a link planted in the database', async () => {
    const [victim, attacker] = [await person(), await person()]
    const [token = ''] = await mailed(attacker, 1)
    await app.ctx.db
      .updateTable('mailed_tokens')
      .set({ user_id: victim.userId })
      .where('user_id', '=', attacker.userId)
      .execute()
    expect(await rejection(victim, token)).toMatchObject({ code: 'INTERNAL' })
    await app.ctx.db
      .updateTable('users')
      .set({ email_verified_at: 1 })
      .where('id', '=', victim.userId)
      .execute()
    await expect(victim.client.call(readSession, {})).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  test('limits mails per mailbox, of accounts whose addresses differ after a plus sign', async () => {
    const register = (email: string) => signUp(app.url, { masterPassword: null, email })
    for (let account = 0; account < 4; account++) {
      const { client } = await register(`one+${account}@example.com`)
      for (let mail = 0; mail < 4; mail++) await client.call(sendVerification, {})
    }
    // Registering succeeds without the mail, which can be sent later.
    const { client, email } = await register('one@example.com')
    await expect(client.call(sendVerification, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await linksTo(email)).toEqual([])
    app.advance(hour)
    await client.call(sendVerification, {})
    expect(await linksTo(email)).toHaveLength(1)
    app.advance(-hour)
  })

  test('limits mails per account, and attempts on links per IP address', async () => {
    const { client } = await person()
    const sent = []
    for (let i = 0; i < 6; i++)
      sent.push(
        await client.call(sendVerification, {}).then(
          () => 'sent',
          ({ code }) => code,
        ),
      )
    expect(sent).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'RATE_LIMITED'])
    const tried = await Promise.all(
      Array.from({ length: 61 }, () => rejection({ client }, newToken('eml').text)),
    )
    expect(tried.filter((rejected) => rejected?.code === 'RATE_LIMITED')).toHaveLength(1)
    app.advance(hour)
    await client.call(sendVerification, {})
  })
})

import { createClient } from '@envhold/client/client.ts'
import { endOtherSessions, endSession, listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword, login, readSession } from '@envhold/contract/accounts/accounts.ts'
import { renewRecoveryKey, validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { transact } from '../audit-log/tx.ts'
import { endAllDevices } from './devices.ts'
import { renewSession } from './start-session.ts'
import { sweepSessions } from './sweep-sessions.ts'

const day = 24 * 3_600_000
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

forEachEngine((engine) => {
  const app = withApp(engine)

  const signIn = async ({ email, password }: Person, userAgent = firefox(132)) => {
    const headers = () => ({ 'user-agent': userAgent })
    const browser = createClient({ server: app.url, headers })
    const { token } = await browser.call(login, { body: { email, password } })
    return { token, id: token.split('_')[1] ?? '', client: app.as({ token }) }
  }
  const isOut = (token: string) =>
    expect(app.as({ token }).call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const mailsTo = async ({ email }: Person, template: string) =>
    (await mailsOf(app)).filter((mail) => mail.to === email && mail.template === template)

  test('lists the user’s own sessions only, the last used first', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await addPerson(app, { masterPassword: null })
    const phone = await signIn(person, safari)
    app.advance(3_600_000)
    await person.client.call(readSession, {})
    const { sessions } = await person.client.call(listSessions, {})
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ current: true, ip_address: '127.0.0.1' })
    expect(sessions[1]).toMatchObject({ id: phone.id, current: false, user_agent: safari })
    app.advance(30 * day)
    const later = await signIn(person)
    const { sessions: left } = await later.client.call(listSessions, {})
    expect(left.map(({ id }) => id)).toEqual([later.id])
  })

  test('ends a session and drops the keys that it had unlocked', async () => {
    const person = await addPerson(app)
    const other = await signIn(person)
    const masterPassword = person.masterPassword ?? ''
    const unlocking = app.as({ token: other.token })
    expect(await unlocking.call(validateMasterPassword, { body: { masterPassword } })).toEqual({
      valid: true,
    })
    const events = await eventsDuring(app, () => person.client.call(endSession, { params: { id: other.id } }))
    expect(events).toEqual(['session_ended'])
    await isOut(other.token)
    await expect(person.client.call(endSession, { params: { id: other.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This entry is out of date. Load the list of sessions again.',
    })
  })

  test('another user’s session is not found', async () => {
    const [mine, theirs] = [await addPerson(app), await addPerson(app)]
    const id = theirs.token.split('_')[1] ?? ''
    const events = await eventsDuring(app, () =>
      expect(mine.client.call(endSession, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' }),
    )
    expect(events).toEqual([])
    await theirs.client.call(readSession, {})
  })

  test('ends all other sessions', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const bystander = await addPerson(app, { masterPassword: null })
    const others = [await signIn(person), await signIn(person)]
    const ending = () => person.client.call(endOtherSessions, {})
    expect(await eventsDuring(app, ending)).toEqual(['session_ended'])
    for (const { token } of others) await isOut(token)
    await person.client.call(readSession, {})
    await bystander.client.call(readSession, {})
    expect(await eventsDuring(app, ending)).toEqual([])
  })

  test('ends a session that is renewed at the same time', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const other = await signIn(person)
    const { userId } = person
    const waiting = async () => {
      const query = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return (await query.execute(app.ctx.db)).rows[0]?.count
    }
    const { token, ending } = await transact(app.ctx, { userId, origin: null }, async (tx) => {
      await tx.lock([userId])
      const proof = { verifiedAt: tx.clock(), method: 'password' } as const
      const token = await renewSession(tx, other.id, proof)
      const ending = person.client.call(endOtherSessions, {})
      if (engine === 'postgres') await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
      return { token, ending }
    })
    await ending
    await isOut(token)
  })

  test('mails the user when a new browser signs in', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await signIn(person, firefox(132))
    const [mail, ...more] = await mailsTo(person, 'new-sign-in')
    expect(mail?.text).toContain('Firefox on Linux')
    expect(more).toEqual([])
    await signIn(person, firefox(133))
    await signIn(person, firefox(132))
    expect(await mailsTo(person, 'new-sign-in')).toHaveLength(1)
    await signIn(person, safari)
    expect(await mailsTo(person, 'new-sign-in')).toHaveLength(2)
    app.advance(366 * day)
    await sweepSessions(app.ctx)
    expect(await app.ctx.db.selectFrom('devices').selectAll().execute()).toEqual([])
    // The first device is known already, so it causes no mail.
    await signIn(person, safari)
    expect(await mailsTo(person, 'new-sign-in')).toHaveLength(2)
  })

  test('mails the user when a program signs in again after every device was signed out', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await signIn(person, firefox(132))
    await transact(app.ctx, { userId: person.userId, origin: null }, (tx) =>
      endAllDevices(tx.db, person.userId),
    )
    for (let times = 0; times < 2; times++) await signIn(person, firefox(132))
    expect(await mailsTo(person, 'new-sign-in')).toHaveLength(2)
  })

  test('mails that the password was changed, after the change', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const change = (currentPassword: string) =>
      person.client.call(changePassword, { body: { currentPassword, newPassword: 'a better password' } })
    await expect(change('wrong')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await mailsTo(person, 'password-changed')).toEqual([])
    await change(person.password)
    expect(await mailsTo(person, 'password-changed')).toHaveLength(1)
  })

  test('mails that the recovery key was renewed', async () => {
    const person = await addPerson(app)
    await person.client.call(renewRecoveryKey, { body: { masterPassword: person.masterPassword ?? '' } })
    expect(await mailsTo(person, 'recovery-key-renewed')).toHaveLength(1)
  })
})

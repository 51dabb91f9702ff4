// Wrong master passwords lock the session in which they were entered, and sessions on new devices together.

import { createClient } from '@envhold/client/client.ts'
import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { setUpMasterPassword, validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const signIn = (
    { email, password }: Pick<Person, 'email' | 'password'>,
    deviceToken?: string,
  ): Promise<{ token: string; deviceToken: string }> =>
    app.as().call(login, { body: { email, password, ...(deviceToken && { deviceToken }) } })
  const enter = (token: string, masterPassword: string, server = app.url): Promise<string> =>
    createClient({ server, headers: () => ({ authorization: `Bearer ${token}` }) })
      .call(validateMasterPassword, { body: { masterPassword } })
      .then(
        ({ valid }) => (valid ? 'open' : 'wrong'),
        ({ code }) => code,
      )
  const guess = async (token: string, times: number) => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => enter(token, `guess ${n}`, n % 2 ? app.url : node.url)),
    )
    return answers.filter((answer) => answer === 'wrong').length
  }
  /** An owner in two sessions: on a device on which the vault was opened, and in one that an attacker has too. */
  const owner = async () => {
    const person = await addPerson(app)
    const known = await signIn(person)
    const open = (token: string) => enter(token, person.masterPassword ?? '')
    expect(await open(known.token)).toBe('open')
    return { ...person, known, open }
  }
  const locks = async ({ userId }: Person) =>
    (await activityOf(app)).filter(
      ({ user_id, event_type }) => user_id === userId && event_type === 'master_password_locked',
    )
  const mailsTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to, template }) => to === email && template === 'attempts-locked')

  test('a stolen session locks itself, and no other session', async () => {
    const person = await owner()
    expect(await guess(person.token, 20)).toBe(10)
    expect(await person.open(person.token)).toBe('LOCKED_OUT')
    app.advance(10 * minute)
    expect(await person.open(person.known.token)).toBe('open')
    const again = await signIn(person, person.known.deviceToken)
    expect(await person.open(again.token)).toBe('open')
    app.advance(5 * minute)
    expect(await person.open(person.token)).toBe('open')
  })

  test('sessions on new devices lock each other after 30, and nobody on a device that has opened the vault', async () => {
    const person = await owner()
    let tried = 0
    for (let round = 0; round < 4; round++) tried += await guess((await signIn(person)).token, 15)
    expect(tried).toBe(30)
    const stranger = await signIn(person)
    const locked = app.as({ token: stranger.token }).call(validateMasterPassword, {
      body: { masterPassword: person.masterPassword ?? '' },
    })
    await expect(locked).rejects.toMatchObject({
      code: 'LOCKED_OUT',
      message:
        'Too many wrong attempts on new devices; those that you have used for this before are not affected. Please try again later.',
    })
    app.advance(6 * minute)
    expect(await person.open(person.known.token)).toBe('open')
    const again = await signIn(person, person.known.deviceToken)
    expect(await person.open(again.token)).toBe('open')
    app.advance(9 * minute)
    expect(await person.open(stranger.token)).toBe('open')
  })

  test('a right password on a new device clears its own wrong ones alone', async () => {
    const person = await owner()
    for (let round = 0; round < 2; round++) await guess((await signIn(person)).token, 10)
    const phone = await signIn(person)
    expect(await guess(phone.token, 9)).toBe(9)
    expect(await person.open(phone.token)).toBe('open')
    expect(await guess((await signIn(person)).token, 10)).toBe(1)
    // The phone has opened the vault and counts apart from now on.
    expect(await guess(phone.token, 10)).toBe(10)
  })

  test('an attacker with a device gets 30 guesses in its sessions, and locks no other device', async () => {
    const person = await owner()
    let tried = 0
    for (let round = 0; round < 4; round++)
      tried += await guess((await signIn(person, person.known.deviceToken)).token, 15)
    expect(tried).toBe(30)
    expect(await person.open(person.token)).toBe('open')
  })

  test('confirming the identity renews a session, and not its guesses', async () => {
    const person = await owner()
    expect(await guess(person.token, 9)).toBe(9)
    const body = { password: person.password }
    const { token } = await person.client.call(confirmPassword, { body })
    expect(await guess(token, 10)).toBe(1)
  })

  test('an attacker with the password cannot make the account forget the devices of its owner', async () => {
    const person = await owner()
    for (let count = 0; count < 51; count++) {
      await signIn(person)
      if (count % 25 === 24) await app.ctx.db.deleteFrom('attempts').execute()
    }
    await app.ctx.db.deleteFrom('attempts').execute()
    const again = await signIn(person, person.known.deviceToken)
    const [identity, window_start] = [String(person.userId), app.ctx.clock()]
    const full = { kind: 'master-password-total', identity, window_start, count: 30 }
    await app.ctx.db.insertInto('attempts').values(full).execute()
    expect(await person.open((await signIn(person)).token)).toBe('LOCKED_OUT')
    expect(await person.open(again.token)).toBe('open')
  })

  test('the device that sets the master password has opened the vault, and the account of an attacker has not', async () => {
    const [person, attacker] = [await addPerson(app, { masterPassword: null }), await addPerson(app)]
    await person.client.call(setUpMasterPassword, { body: { masterPassword: 'a first one' } })
    const proved = await app.ctx.db
      .selectFrom('devices')
      .select('vault_opened_at')
      .where('user_id', '=', person.userId)
      .execute()
    expect(proved).toEqual([{ vault_opened_at: expect.any(Number) }])
    const { token } = await signIn(person, (await signIn(attacker)).deviceToken)
    const rows = app.ctx.db.selectFrom('devices').select('id').where('vault_opened_at', 'is', null)
    expect(await rows.where('user_id', '=', person.userId).execute()).toHaveLength(1)
    expect(await enter(token, 'a first one')).toBe('open')
    expect(await rows.where('user_id', '=', person.userId).execute()).toHaveLength(0)
  })

  test('a session from before devices were stored counts as one on a new device', async () => {
    const person = await owner()
    const id = person.token.split('_')[1] ?? ''
    await app.ctx.db.updateTable('sessions').set({ device_id: null }).where('id', '=', id).execute()
    expect(await guess(person.token, 10)).toBe(10)
    for (let round = 0; round < 2; round++) await guess((await signIn(person)).token, 10)
    expect(await enter((await signIn(person)).token, 'one more')).toBe('LOCKED_OUT')
  })

  test('each lock is recorded, and the owner gets one mail for it, at most three a day', async () => {
    const person = await owner()
    expect(await guess(person.token, 20)).toBe(10)
    const [event, ...more] = await locks(person)
    expect(more).toEqual([])
    expect(event).toMatchObject({ severity: 'high', ip: '127.0.0.1' })
    expect(event?.description).toMatch(
      /^10 wrong master passwords were entered for \S+; no more are accepted in this session for 15 minutes \(session of an unknown program, signed in on .* UTC from 127\.0\.0\.1\)$/,
    )
    const [mail, ...others] = await mailsTo(person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Too many wrong attempts in your account')
    const text = mail?.text.replaceAll(/[\u200c\u2068\u2069]/g, '')
    expect(text).toContain('10 wrong master passwords were entered in one session.')
    expect(text).toContain('Your other sessions are not affected.')
    expect(text).toMatch(/signed in on .* UTC from 127\.0\.0\.1/)
    expect(mail?.link).toMatch(/\/account\/security#sessions$/)
    for (let round = 0; round < 3; round++) {
      app.advance(16 * minute)
      await guess(person.token, 11)
    }
    expect(await locks(person)).toHaveLength(4)
    expect(await mailsTo(person)).toHaveLength(3)
  })

  test('the mail of a lock on new devices says that others are not affected', async () => {
    const person = await owner()
    for (let round = 0; round < 3; round++) await guess((await signIn(person)).token, 10)
    const mails = await mailsTo(person)
    expect(mails).toHaveLength(3)
    const text = mails.map((mail) => mail.text).find((text) => text.includes('30 wrong master passwords'))
    expect(text).toContain('Devices that you have used for this before are not affected.')
    expect((await locks(person)).map(({ description }) => /^\d+/.exec(description)?.[0])).toEqual([
      '10',
      '10',
      '30',
    ])
  })
})

import { login, readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmTotp,
  confirmTotpSetUp,
  readTotp,
  removeTotp,
  setUpTotp,
  signInWithTotp,
} from '@envhold/contract/accounts/second-factors.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { codeAt, secretOfUri } from '../../../../../../dev/world/authenticator-app.ts'
import { activityOf, eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import {
  nextStep,
  type PersonWithTotp,
  signUpWithTotp,
  ticketOf,
} from '../../../../../../dev/world/with-totp.ts'
import { sweepSecondFactors } from '../sweep-sign-ins.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())
  const person = () => addPerson(app, { masterPassword: null })
  const mailsTo = async (email: string) =>
    (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)
  const signIn = async (someone: PersonWithTotp, code: string) =>
    await app.as().call(signInWithTotp, { body: { ticket: await ticketOf(app, someone), code } })
  const wrong = { code: 'INVALID_CREDENTIALS', status: 401 }
  /** A code that is right at no step near now. */
  const wrongCodeOf = (someone: PersonWithTotp) => {
    const near = [-1, 0, 1].map((steps) => someone.code(steps))
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
  }

  test('an app is off until it shows a right code, and then signing in needs one', async () => {
    const someone = await person()
    const { email, password, client } = someone
    const { secret, uri } = await client.call(setUpTotp, {})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(secretOfUri(uri)).toBe(secret)
    expect(uri).toBe(
      `otpauth://totp/Envhold:${encodeURIComponent(email)}?secret=${secret}&issuer=Envhold&algorithm=SHA1&digits=6&period=30`,
    )
    await app.as().call(login, { body: { email, password } })
    expect(await client.call(readTotp, {})).toEqual({ totp: null, recovery_codes_left: 0 })

    const code = codeAt(secret, app.ctx.clock())
    const wrongOne = code === '000000' ? '000001' : '000000'
    await expect(client.call(confirmTotpSetUp, { body: { code: wrongOne } })).rejects.toMatchObject(wrong)
    const before = app.as({ token: someone.token })
    let on = { token: '', recovery_codes: [''] }
    const events = await eventsDuring(app, async () => {
      on = await client.call(confirmTotpSetUp, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    })
    expect(events).toEqual(['mfa_enabled'])
    expect(new Set(on.recovery_codes).size).toBe(10)
    await expect(before.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const renewed = app.as({ token: on.token })
    expect(await renewed.call(readTotp, {})).toMatchObject({
      totp: { last_used_at: expect.any(String) },
      recovery_codes_left: 10,
    })
    expect(await mailsTo(email)).toContain('totp-added')
    await expect(app.as().call(login, { body: { email, password } })).rejects.toMatchObject({
      code: 'MFA_REQUIRED',
      status: 401,
      methods: ['totp', 'recovery-code'],
      ticket: expect.stringMatching(/^mfa_/),
    })
    await expect(renewed.call(setUpTotp, {})).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('signs in with a code, once, and the session counts as two factors', async () => {
    const someone = await signUpWithTotp(app)
    await expect(signIn(someone, someone.code())).rejects.toMatchObject(wrong)
    nextStep(app)
    const ticket = await ticketOf(app, someone)
    const code = someone.code()
    const { token } = await app.as().call(signInWithTotp, { body: { ticket, code } })
    // A step-up call: the session of a password alone would be rejected.
    await app.as({ token }).call(removeTotp, {})
    await expect(app.as().call(signInWithTotp, { body: { ticket, code } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a code is accepted once by all calls on one account', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app)
    await signIn(someone, someone.code())
    await expect(signIn(someone, someone.code())).rejects.toMatchObject(wrong)
    await expect(someone.client.call(confirmTotp, { body: { code: someone.code() } })).rejects.toMatchObject(
      wrong,
    )
  })

  test('accepts codes of one step before and after by its own clock, and no others', async () => {
    const someone = await signUpWithTotp(app)
    for (const [steps, isRight] of [
      [-2, false],
      [-1, true],
      [2, false],
      [1, true],
      [0, false],
    ] as const) {
      if (steps === -2) nextStep(app, 10)
      const outcome = await signIn(someone, someone.code(steps)).then(
        () => true,
        ({ code }) => code !== 'INVALID_CREDENTIALS',
      )
      expect([steps, outcome]).toEqual([steps, isRight])
    }
  })

  test('five wrong codes lock the app on new devices, not the account, for 15 minutes, and are mailed', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app, 2)
    const bad = wrongCodeOf(someone)
    const before = (await activityOf(app)).length
    for (let count = 0; count < 5; count++) await expect(signIn(someone, bad)).rejects.toMatchObject(wrong)
    await expect(signIn(someone, someone.code())).rejects.toMatchObject({
      code: 'LOCKED_OUT',
      retryAfter: expect.any(Number),
    })
    // The session that is open goes on.
    await someone.client.call(readSession, {})
    const events = (await activityOf(app)).slice(before)
    expect(events.map(({ event_type }) => event_type)).toEqual(Array(5).fill('mfa_failed'))
    expect(events.map(({ severity }) => severity)).toEqual(['medium', 'medium', 'medium', 'medium', 'high'])
    expect((await mailsTo(someone.email)).filter((name) => name === 'attempts-locked')).toHaveLength(1)
    nextStep(app, 31)
    expect((await signIn(someone, someone.code())).token).toMatch(/^ses_/)
  })

  test('a right code clears the wrong ones before it', async () => {
    const someone = await signUpWithTotp(app)
    for (let round = 0; round < 2; round++) {
      nextStep(app, 2)
      for (let count = 0; count < 4; count++)
        await expect(signIn(someone, wrongCodeOf(someone))).rejects.toMatchObject(wrong)
      await signIn(someone, someone.code())
    }
  })

  test('a ticket allows five codes', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app, 2)
    const ticket = await ticketOf(app, someone)
    const enter = (code: string) => app.as().call(signInWithTotp, { body: { ticket, code } })
    for (let count = 0; count < 5; count++) {
      await expect(enter(wrongCodeOf(someone))).rejects.toMatchObject(wrong)
      await app.ctx.db.deleteFrom('attempts').execute()
    }
    await expect(enter(someone.code())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a ticket opens its own account alone, with codes of that account', async () => {
    const [one, other] = [await signUpWithTotp(app), await signUpWithTotp(app)]
    nextStep(app, 2)
    await expect(signIn(one, other.code())).rejects.toMatchObject(wrong)
  })

  test('a step-up needs a code once the app is on, and records a wrong one', async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app, 22)
    const refusal = { code: 'STEP_UP_REQUIRED', methods: ['totp', 'recovery-code'] }
    await expect(someone.client.call(removeTotp, {})).rejects.toMatchObject(refusal)
    const events = await eventsDuring(app, async () => {
      const body = { code: wrongCodeOf(someone) }
      await expect(someone.client.call(confirmTotp, { body })).rejects.toMatchObject(wrong)
    })
    expect(events).toEqual(['step_up_failed'])
    const { token } = await someone.client.call(confirmTotp, { body: { code: someone.code() } })
    await expect(someone.client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await app.as({ token }).call(removeTotp, {})
  })

  test('turning it off ends the second step and the recovery codes, renews the session and is mailed', async () => {
    const someone = await signUpWithTotp(app)
    let token = ''
    const events = await eventsDuring(app, async () => {
      token = (await someone.client.call(removeTotp, {})).token
    })
    expect(events).toEqual(['mfa_disabled'])
    const { email, password } = someone
    expect((await app.as().call(login, { body: { email, password } })).token).toMatch(/^ses_/)
    expect(await app.as({ token }).call(readTotp, {})).toEqual({ totp: null, recovery_codes_left: 0 })
    expect(await mailsTo(email)).toContain('totp-removed')
    await expect(app.as({ token }).call(removeTotp, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a set-up replaces the one before, and expires after an hour', async () => {
    const { client, userId } = await person()
    const first = await client.call(setUpTotp, {})
    const second = await client.call(setUpTotp, {})
    const confirm = (secret: string) =>
      client.call(confirmTotpSetUp, { body: { code: codeAt(secret, app.ctx.clock()) } })
    await expect(confirm(first.secret)).rejects.toMatchObject(wrong)
    const started = app.ctx.clock() - 60 * minute
    const rows = app.ctx.db.updateTable('totp_factors').where('user_id', '=', userId)
    await rows.set({ created_at: started }).execute()
    await expect(confirm(second.secret)).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(await sweepSecondFactors(app.ctx)).toBeGreaterThan(0)
    await expect(confirm(second.secret)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('rejects an app that was planted in the database, or moved to another account', async () => {
    const [victim, attacker] = [await signUpWithTotp(app), await signUpWithTotp(app)]
    nextStep(app, 2)
    await app.ctx.db.deleteFrom('totp_factors').where('user_id', '=', victim.userId).execute()
    await app.ctx.db
      .updateTable('totp_factors')
      .set({ user_id: victim.userId })
      .where('user_id', '=', attacker.userId)
      .execute()
    await expect(signIn(victim, attacker.code())).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

// Wrong codes lock the session, or the kind of device, on which they were entered: an attacker locks out nobody else.

import { createClient } from '@envhold/client/client.ts'
import { confirmPassword, listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmTotp,
  confirmTotpSetUp,
  setUpTotp,
  signInWithTotp,
} from '@envhold/contract/accounts/second-factors.ts'
import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { codeAt } from '../../../../../../dev/world/authenticator-app.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import {
  nextStep,
  type PersonWithTotp,
  signUpWithTotp,
  ticketOf,
} from '../../../../../../dev/world/with-totp.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  const forget = () => app.ctx.db.deleteFrom('attempts').execute()
  beforeEach(forget)

  const outcome = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'right',
      ({ code }) => code,
    )
  /** A code that is right at no step near now. */
  const wrongCodeOf = (someone: PersonWithTotp) => {
    const near = [-1, 0, 1].map((steps) => someone.code(steps))
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
  }
  const signIn = async (someone: PersonWithTotp, code: string, deviceToken?: string) => {
    const { email, password } = someone
    const body = { email, password, ...(deviceToken && { deviceToken }) }
    const { ticket = '' } = await app
      .as()
      .call(login, { body })
      .catch((error) => error)
    return await app
      .as()
      .call(signInWithTotp, { body: { ticket, code, ...(deviceToken && { deviceToken }) } })
  }
  const stepUp = (token: string, code: string, server = app.url) =>
    outcome(
      createClient({ server, headers: () => ({ authorization: `Bearer ${token}` }) }).call(confirmTotp, {
        body: { code },
      }),
    )
  const guess = async (someone: PersonWithTotp, token: string, times: number) => {
    const code = wrongCodeOf(someone)
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => stepUp(token, code, n % 2 ? app.url : node.url)),
    )
    return answers.filter((answer) => answer === 'INVALID_CREDENTIALS').length
  }
  /** Someone with an app, and a device that has signed in with it. */
  const owner = async () => {
    const someone = await signUpWithTotp(app)
    nextStep(app)
    const known = await signIn(someone, someone.code())
    nextStep(app, 2)
    return { ...someone, known }
  }
  const mailsTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to, template }) => to === email && template === 'attempts-locked')

  test('a stranger with the password locks codes on new devices, and not on a device of the owner', async () => {
    const someone = await owner()
    const { deviceToken } = someone.known
    for (let count = 0; count < 5; count++)
      expect(await outcome(signIn(someone, wrongCodeOf(someone)))).toBe('INVALID_CREDENTIALS')
    expect(await outcome(signIn(someone, someone.code()))).toBe('LOCKED_OUT')
    expect(await outcome(signIn(someone, someone.code(), deviceToken))).toBe('right')
    expect((await mailsTo(someone)).map(({ text }) => text.includes('were entered on new devices'))).toEqual([
      true,
    ])
    // Sessions are not concerned, on whatever device.
    nextStep(app)
    expect(await stepUp(someone.token, someone.code())).toBe('right')
  })

  test('a device of the owner has five codes of its own while signing in', async () => {
    const someone = await owner()
    const { deviceToken } = someone.known
    for (let count = 0; count < 5; count++)
      expect(await outcome(signIn(someone, wrongCodeOf(someone), deviceToken))).toBe('INVALID_CREDENTIALS')
    expect(await outcome(signIn(someone, someone.code(), deviceToken))).toBe('LOCKED_OUT')
    expect(await outcome(signIn(someone, someone.code()))).toBe('right')
  })

  test('a device that signed in before the app was on counts as new', async () => {
    const person = await addPerson(app)
    const { email, password } = person
    const { deviceToken, token } = await app.as().call(login, { body: { email, password } })
    await app
      .as({ token })
      .call(validateMasterPassword, { body: { masterPassword: person.masterPassword ?? '' } })
    const { secret } = await person.client.call(setUpTotp, {})
    const code = (steps = 0) => codeAt(secret, app.ctx.clock() + steps * 30_000)
    const { token: own } = await person.client.call(confirmTotpSetUp, { body: { code: code() } })
    nextStep(app, 2)
    const someone = { ...person, secret, code, recoveryCodes: [] }
    for (let count = 0; count < 5; count++) await outcome(signIn(someone, wrongCodeOf(someone)))
    expect(await outcome(signIn(someone, code(), deviceToken))).toBe('LOCKED_OUT')
    // The session of such a device shares 15 guesses with the others; the one that turned the app on has its own.
    expect(await guess(someone, token, 20)).toBe(5)
    const row = { kind: 'totp-total', identity: String(person.userId), count: 15 }
    await app.ctx.db
      .insertInto('attempts')
      .values({ ...row, window_start: app.ctx.clock() })
      .onConflict((conflict) => conflict.columns(['kind', 'identity']).doUpdateSet({ count: 15 }))
      .execute()
    app.advance(16 * minute)
    await app.ctx.db.updateTable('attempts').set({ window_start: app.ctx.clock() }).execute()
    expect(await stepUp(token, code())).toBe('LOCKED_OUT')
    expect(await stepUp(own, code())).toBe('right')
  })

  test('wrong codes of a session lock its step-ups alone', async () => {
    const someone = await owner()
    expect(await guess(someone, someone.token, 20)).toBe(5)
    expect(await stepUp(someone.token, someone.code())).toBe('LOCKED_OUT')
    expect(await stepUp(someone.known.token, someone.code())).toBe('right')
    const events = (await activityOf(app)).filter(
      ({ user_id, event_type }) => user_id === someone.userId && event_type === 'step_up_failed',
    )
    expect(events).toHaveLength(5)
    expect(events.filter(({ severity }) => severity === 'high')).toMatchObject([
      {
        description: expect.stringContaining('no more are accepted in this session for 15 minutes (session'),
      },
    ])
    const [mail, ...more] = await mailsTo(someone)
    expect(more).toEqual([])
    expect(mail?.text).toContain('5 wrong codes of the authenticator app')
    nextStep(app, 31)
    expect(await stepUp(someone.token, someone.code())).toBe('right')
  })

  test('sign-ins of a stranger do not end a sign-in that waits on a device of the owner', async () => {
    const someone = await owner()
    const { email, password } = someone
    const { deviceToken } = someone.known
    const { ticket } = await app
      .as()
      .call(login, { body: { email, password, deviceToken } })
      .catch((error) => error)
    for (let count = 0; count < 6; count++) await ticketOf(app, someone)
    const body = { ticket, code: someone.code(), deviceToken }
    const { token } = await app.as().call(signInWithTotp, { body })
    await app.as({ token }).call(listSessions, {})
  })

  test('wrong codes of a set-up lock it in one session', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const { email, password } = person
    const other = await app.as().call(login, { body: { email, password } })
    const { secret } = await person.client.call(setUpTotp, {})
    const code = codeAt(secret, app.ctx.clock())
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (token: string, code: string) =>
      outcome(app.as({ token }).call(confirmTotpSetUp, { body: { code } }))
    const answers = await Promise.all(Array.from({ length: 15 }, () => confirm(other.token, wrong)))
    expect(answers.filter((answer) => answer === 'INVALID_CREDENTIALS')).toHaveLength(10)
    expect(await mailsTo(person)).toHaveLength(1)
    expect(await confirm(person.token, code)).toBe('right')
  })

  test('wrong account passwords in a stolen session delay no other device that has opened the vault', async () => {
    const person = await addPerson(app)
    const { email, password } = person
    const known = await app.as().call(login, { body: { email, password } })
    await app
      .as({ token: known.token })
      .call(validateMasterPassword, { body: { masterPassword: person.masterPassword ?? '' } })
    const confirm = (token: string, attempt: string) =>
      outcome(app.as({ token }).call(confirmPassword, { body: { password: attempt } }))
    for (let count = 0; count < 26; count++) {
      expect(await confirm(person.token, 'wrong')).toBe('INVALID_CREDENTIALS')
      app.advance(16 * minute)
    }
    await confirm(person.token, 'wrong')
    expect(await confirm(person.token, password)).toBe('LOCKED_OUT')
    expect(await confirm(known.token, password)).toBe('right')
  })
})

import { readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmRecoveryCode,
  readTotp,
  removeTotp,
  renewRecoveryCodes,
  signInWithRecoveryCode,
  signInWithTotp,
} from '@envhold/contract/accounts/second-factors.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import {
  nextStep,
  type PersonWithTotp,
  signUpWithTotp,
  ticketOf,
} from '../../../../../../dev/world/with-totp.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())
  const signIn = async (someone: PersonWithTotp, code: string) =>
    await app.as().call(signInWithRecoveryCode, { body: { ticket: await ticketOf(app, someone), code } })
  const mailsTo = async (email: string) => (await mailsOf(app)).filter(({ to }) => to === email)
  const wrong = { code: 'INVALID_CREDENTIALS', status: 401 }
  const unknown = 'ABCD-EFGH-JKMN-PQRS'

  test('a recovery code signs in once, however it is typed, and a mail says how many are left', async () => {
    const someone = await signUpWithTotp(app)
    const [first = '', second = ''] = someone.recoveryCodes
    let token = ''
    const events = await eventsDuring(app, async () => {
      token = (await signIn(someone, first.toLowerCase().replaceAll('-', ' '))).token
    })
    expect(events).toEqual(['recovery_code_used', 'login'])
    await expect(signIn(someone, first)).rejects.toMatchObject(wrong)
    const client = app.as({ token })
    expect(await client.call(readTotp, {})).toMatchObject({ recovery_codes_left: 9 })
    const [mail] = (await mailsTo(someone.email)).filter(({ template }) => template === 'recovery-code-used')
    expect(mail?.text).toContain('9 are left.')
    expect(mail?.text).not.toContain('before you run out')
    // It counts as two factors, and so does confirming with one.
    await client.call(confirmRecoveryCode, { body: { code: second } })
  })

  test('warns when three are left', async () => {
    const someone = await signUpWithTotp(app)
    for (const code of someone.recoveryCodes.slice(0, 7)) await signIn(someone, code)
    const mails = await mailsTo(someone.email)
    expect(mails.at(-1)?.text).toContain('3 are left.')
    expect(mails.at(-1)?.text).toContain('before you run out')
  })

  test('five wrong codes lock recovery codes, while the app still works', async () => {
    const someone = await signUpWithTotp(app)
    for (let count = 0; count < 5; count++)
      await expect(signIn(someone, unknown)).rejects.toMatchObject(wrong)
    await expect(signIn(someone, someone.recoveryCodes[0] ?? '')).rejects.toMatchObject({
      code: 'LOCKED_OUT',
    })
    nextStep(app)
    const ticket = await ticketOf(app, someone)
    await app.as().call(signInWithTotp, { body: { ticket, code: someone.code() } })
    nextStep(app, 31)
    await signIn(someone, someone.recoveryCodes[0] ?? '')
  })

  test('a locked app leaves the recovery codes open', async () => {
    const someone = await signUpWithTotp(app)
    for (let count = 0; count < 6; count++) {
      const ticket = await ticketOf(app, someone)
      const code = someone.code() === '000000' ? '000001' : '000000'
      await app
        .as()
        .call(signInWithTotp, { body: { ticket, code } })
        .catch(() => {})
    }
    const ticket = await ticketOf(app, someone)
    await expect(
      app.as().call(signInWithTotp, { body: { ticket, code: someone.code(1) } }),
    ).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    expect((await signIn(someone, someone.recoveryCodes[0] ?? '')).token).toMatch(/^ses_/)
  })

  test('new codes withdraw the earlier ones, renew the session, and are mailed', async () => {
    const someone = await signUpWithTotp(app)
    let renewed = { token: '', recovery_codes: [''] }
    const events = await eventsDuring(app, async () => {
      renewed = await someone.client.call(renewRecoveryCodes, {})
    })
    expect(events).toEqual(['recovery_codes_renewed'])
    await expect(someone.client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await app.as({ token: renewed.token }).call(readSession, {})
    await expect(signIn(someone, someone.recoveryCodes[0] ?? '')).rejects.toMatchObject(wrong)
    await signIn(someone, renewed.recovery_codes[0] ?? '')
    expect((await mailsTo(someone.email)).map(({ template }) => template)).toContain('recovery-codes-renewed')
  })

  test('new codes need a step-up and an app that is on, and are limited', async () => {
    const without = await addPerson(app, { masterPassword: null })
    await expect(without.client.call(renewRecoveryCodes, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const someone = await signUpWithTotp(app)
    let client = someone.client
    for (let count = 0; count < 10; count++)
      client = app.as({ token: (await client.call(renewRecoveryCodes, {})).token })
    await expect(client.call(renewRecoveryCodes, {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    nextStep(app, 21)
    await expect(client.call(renewRecoveryCodes, {})).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })

  test('neither the database nor the log has the codes or the secret of the app', async () => {
    const someone = await signUpWithTotp(app)
    const [used = '', wrongOne = unknown] = someone.recoveryCodes
    await signIn(someone, used)
    await signIn(someone, unknown).catch(() => {})
    const rows = bytesOf(await dumpTables(app))
    const bare = [...someone.recoveryCodes, wrongOne].flatMap((code) => [code, code.replaceAll('-', '')])
    for (const text of [...bare, someone.secret]) {
      expect(rows.includes(text)).toBe(false)
      expect(app.logged()).not.toContain(text)
    }
  })

  test('a recovery code that was planted, or used again by changing its row, is rejected', async () => {
    const [victim, attacker] = [await signUpWithTotp(app), await signUpWithTotp(app)]
    const rows = app.ctx.db.updateTable('recovery_codes')
    await signIn(victim, victim.recoveryCodes[0] ?? '')
    await rows.set({ used_at: null }).where('used_at', 'is not', null).execute()
    await expect(signIn(victim, victim.recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'INTERNAL' })
    await rows.set({ user_id: victim.userId }).where('user_id', '=', attacker.userId).execute()
    await expect(signIn(victim, attacker.recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'INTERNAL' })
    await victim.client.call(removeTotp, {})
  })
})

import { login } from '@envhold/contract/accounts/accounts.ts'
import {
  finishProviderLink,
  finishProviderSignIn,
  startProviderLink,
} from '@envhold/contract/accounts/identity-provider.ts'
import {
  changeEmail,
  confirmEmailChange,
  openProtection,
  resetPassword,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import { deletePasskey, listPasskeys, startPasskeyRegistration } from '@envhold/contract/accounts/passkeys.ts'
import { confirmTotpSetUp, readTotp, setUpTotp } from '@envhold/contract/accounts/second-factors.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { codeAt } from '../../../../../../dev/world/authenticator-app.ts'
import { eventsDuring } from '../../../../../../dev/world/events-of.ts'
import {
  goToProvider,
  newBrowserValue,
  returnFrom,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { markEmailVerified } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

const day = 24 * 3_600_000
const newPassword = 'quite another sentence'

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const person = async () => {
    const person = await addPerson(app, { masterPassword: null })
    await markEmailVerified(app, person)
    return person
  }
  const tokenOf = (link = '') => new URL(link).hash.slice(1)
  const mailTo = async (email: string, template: string) => {
    const find = async () =>
      (await mailsOf(app)).findLast((mail) => mail.to === email && mail.template === template)
    await expect.poll(find).toBeDefined()
    return await find()
  }
  const notMeOf = async (email: string, template: string) => tokenOf((await mailTo(email, template))?.notMe)
  const open = (token: string) => app.as().call(openProtection, { body: { token } })
  const use = (token: string) => app.as().call(useProtection, { body: { token } })
  const signIn = async ({ email }: Person, password: string) =>
    app.as({ token: (await app.as().call(login, { body: { email, password } })).token })
  /** Follows the mail of an added factor, then that of the reset. @returns the owner's next session */
  const secure = async (owner: Person, template: string) => {
    await use(await notMeOf(owner.email, template))
    const token = tokenOf((await mailTo(owner.email, 'reset-password'))?.link)
    await app.as().call(resetPassword, { body: { token, newPassword } })
    return await signIn(owner, newPassword)
  }
  const isRejected = { code: 'NOT_FOUND', status: 404 }

  test('‘This was not me’ removes the passkey of an attacker, whose owner then has the account alone', async () => {
    const owner = await person()
    const attacker = await addPasskey(app, { ...owner, client: await signIn(owner, owner.password) })
    expect((await mailTo(owner.email, 'passkey-added'))?.text).toMatch(/to remove this passkey, sign out/)
    const token = await notMeOf(owner.email, 'passkey-added')
    const [{ name } = { name: '' }] = (await attacker.client.call(listPasskeys, {})).passkeys
    expect(await open(token)).toMatchObject({ purpose: 'remove-factor', subject: `the passkey ${name}` })
    let client = owner.client
    const events = await eventsDuring(app, async () => {
      client = await secure(owner, 'passkey-added')
    })
    expect(events.slice(0, 2)).toEqual(['passkey_removed', 'password_reset_requested'])
    const { options } = await app.as().call(startPasskeySignIn, {})
    const response = attacker.authenticator.get(options)
    await expect(app.as().call(signInWithPasskey, { body: { response } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    // A step-up call.
    await client.call(startPasskeyRegistration, {})
    expect(await open(token)).toMatchObject({ subject: null })
    expect((await use(token)).message).toMatch(/^Every device is signed out/)
  })

  test('it removes the authenticator app of an attacker, with its recovery codes', async () => {
    const owner = await person()
    const attacker = await signIn(owner, owner.password)
    const { secret } = await attacker.call(setUpTotp, {})
    await attacker.call(confirmTotpSetUp, { body: { code: codeAt(secret, app.ctx.clock()) } })
    expect(await open(await notMeOf(owner.email, 'totp-added'))).toMatchObject({
      subject: 'the authenticator app and its recovery codes',
    })
    const client = await secure(owner, 'totp-added')
    expect(await client.call(readTotp, {})).toEqual({ totp: null, recovery_codes_left: 0 })
  })

  test('it removes the provider account of an attacker, who is no longer signed in by it', async () => {
    const owner = await person()
    const attacker = await signIn(owner, owner.password)
    idp.person = newPerson({ email: 'attacker@example.org', email_verified: false })
    const { browserValue, browserHash } = newBrowserValue()
    const { url } = await attacker.call(startProviderLink, { body: { browserHash } })
    await attacker.call(finishProviderLink, { body: await returnFrom(app, url, browserValue) })
    expect(await open(await notMeOf(owner.email, 'provider-linked'))).toMatchObject({
      subject: 'the link to Example ID',
    })
    await secure(owner, 'provider-linked')
    const atProvider = app.as().call(finishProviderSignIn, { body: await goToProvider(app) })
    await expect(atProvider).rejects.toMatchObject({ status: 403 })
  })

  test('it removes that factor alone, and nothing that was removed already', async () => {
    const owner = await addPasskey(app, await person())
    const token = await notMeOf(owner.person.email, 'passkey-added')
    const second = await addPasskey(app, { ...owner.person, client: owner.client })
    const params = { id: owner.authenticator.id }
    const removed = await second.client.call(deletePasskey, { params })
    const left = await app.as({ token: removed.token }).call(listPasskeys, {})
    expect((await use(token)).message).toMatch(/^Every device is signed out/)
    const rows = await app.ctx.db
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', owner.person.userId)
      .execute()
    expect(rows.map(({ id }) => id)).toEqual(left.passkeys.map(({ id }) => id))
  })

  test('the link counts for its own account and factor, for a week, ten times a day', async () => {
    const owner = await addPasskey(app, await person())
    const other = await addPasskey(app, await person())
    const token = await notMeOf(owner.person.email, 'passkey-added')
    const foreign = (await notMeOf(other.person.email, 'passkey-added')).split('.')
    const [purpose, user, subject, time, mac] = token.split('.')
    for (const forged of [
      [purpose, foreign[1], subject, time, mac],
      [purpose, user, foreign[2], time, mac],
      ['not-me', user, subject, time, mac],
    ])
      await expect(use(forged.join('.'))).rejects.toMatchObject(isRejected)
    for (let times = 0; times < 10; times++) await use(token)
    await expect(use(token)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    app.advance(7 * day)
    await expect(use(await notMeOf(other.person.email, 'passkey-added'))).rejects.toMatchObject(isRejected)
    app.advance(-7 * day)
  })

  test('a former address that can undo its change can remove what was added since', async () => {
    const owner = await person()
    const email = `other-${engine}@example.org`
    await owner.client.call(changeEmail, { body: { email } })
    const token = tokenOf((await mailTo(email, 'confirm-email'))?.link)
    await owner.client.call(confirmEmailChange, { body: { token } })
    await addPasskey(app, owner)
    await use(tokenOf((await mailTo(owner.email, 'email-changed'))?.link))
    const client = await secure(owner, 'passkey-added')
    expect((await client.call(listPasskeys, {})).passkeys).toEqual([])
  })

  test('nothing is added while its mail would be dropped', async () => {
    const { person: owner, client, authenticator } = await addPasskey(app, await person())
    await app.ctx.db
      .updateTable('attempts')
      .set({ count: 30 })
      .where('kind', '=', 'mail-passkey-added')
      .execute()
    await expect(addPasskey(app, { ...owner, client })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const { passkeys } = await client.call(listPasskeys, {})
    expect(passkeys.map(({ id }) => id)).toEqual([authenticator.id])
  })
})

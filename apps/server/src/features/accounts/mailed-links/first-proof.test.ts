import { login } from '@envhold/contract/accounts/accounts.ts'
import {
  finishProviderLink,
  finishProviderSignIn,
  startProviderLink,
} from '@envhold/contract/accounts/identity-provider.ts'
import {
  openPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '@envhold/contract/accounts/mailed-links.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import { listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import { readTotp } from '@envhold/contract/accounts/second-factors.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import {
  goToProvider,
  newBrowserValue,
  returnFrom,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedPersonalToken } from '../../../../../../dev/world/seed-project.ts'
import { markEmailVerified } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { signUpWithTotp } from '../../../../../../dev/world/with-totp.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findMissingFactors } from '../../../verify/missing-factor-store.ts'
import { changeUser, findUser } from '../../users/user-store.ts'

const newPassword = 'quite another sentence'

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const mailTo = async (email: string, template: string) => {
    const find = async () =>
      (await mailsOf(app)).findLast((mail) => mail.to === email && mail.template === template)
    await expect.poll(find).toBeDefined()
    return await find()
  }
  /** The holder of the mailbox asks for a link and uses it. */
  const reset = async ({ email }: Person) => {
    await app.as().call(requestPasswordReset, { body: { email } })
    const token = new URL((await mailTo(email, 'reset-password'))?.link ?? '').hash.slice(1)
    const { removes_factors } = await app.as().call(openPasswordReset, { body: { token } })
    await app.as().call(resetPassword, { body: { token, newPassword } })
    return { removes_factors }
  }
  /** What verification misses: a removal by a mailed link is none of an attacker. */
  const missingFactors = async () => {
    const missing: unknown[] = []
    await findMissingFactors(app.ctx.db, (...finding) => void missing.push(finding))
    return missing
  }
  const signIn = async ({ email }: Person) =>
    app.as({ token: (await app.as().call(login, { body: { email, password: newPassword } })).token })
  const withPasskeyOf = async (authenticator: Awaited<ReturnType<typeof addPasskey>>['authenticator']) => {
    const { options } = await app.as().call(startPasskeySignIn, {})
    return await app.as().call(signInWithPasskey, { body: { response: authenticator.get(options) } })
  }

  test('a stranger who registered an address is shut out when its owner sets a password by mail', async () => {
    const stranger = await addPerson(app)
    const { token } = await seedPersonalToken(stranger)
    idp.person = newPerson({ email: 'stranger@example.org', email_verified: false })
    const { browserValue, browserHash } = newBrowserValue()
    const { url } = await stranger.client.call(startProviderLink, { body: { browserHash } })
    const body = await returnFrom(app, url, browserValue)
    const linked = app.as(await stranger.client.call(finishProviderLink, { body }))
    const { authenticator, client } = await addPasskey(app, { ...stranger, client: linked })

    expect(await reset(stranger)).toEqual({ removes_factors: true })
    const atProvider = await goToProvider(app)
    for (const attempt of [
      () => withPasskeyOf(authenticator),
      () => app.as().call(finishProviderSignIn, { body: atProvider }),
      () => client.call(listProjects, {}),
      () => app.as({ token }).call(listProjects, {}),
    ])
      await expect(attempt()).rejects.toMatchObject({ name: 'ApiError' })
    const owner = await signIn(stranger)
    expect((await owner.call(listPasskeys, {})).passkeys).toEqual([])
    const mail = await mailTo(stranger.email, 'password-reset-unverified')
    expect(mail?.text).toMatch(/Verify the address on your account page/)
    // The owner may have chosen the master password: nothing that it opens is destroyed.
    expect(await owner.call(readMasterPasswordStatus, {})).toEqual({ hasMasterPassword: true })
    expect((await findUser(app.ctx, stranger.userId))?.email_verified_at).toBeNull()
    expect(await missingFactors()).toEqual([])
  })

  test('the authenticator app of a stranger asks for no code after that', async () => {
    const stranger = await signUpWithTotp(app)
    await reset(stranger)
    expect(await (await signIn(stranger)).call(readTotp, {})).toMatchObject({ totp: null })
    expect(await missingFactors()).toEqual([])
  })

  test('an account with a verified address, or of an operator, keeps its factors', async () => {
    const verified = await addPasskey(app, await addPerson(app, { masterPassword: null }))
    await markEmailVerified(app, verified.person)
    const operator = await addPasskey(app, await addPerson(app, { masterPassword: null }))
    await inTransaction(app.ctx, async (tx) => {
      const user = await findUser(tx, operator.person.userId)
      if (user) await changeUser(tx, user, { role: 'ADMIN' })
    })
    for (const { person, authenticator } of [verified, operator]) {
      expect(await reset(person)).toEqual({ removes_factors: false })
      expect(await withPasskeyOf(authenticator)).toBeTruthy()
    }
  })
})

import { readSession } from '@envhold/contract/accounts.ts'
import { finishProviderSignIn, listSignInProviders } from '@envhold/contract/sign-in-provider.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import {
  callbackOf,
  goToProvider,
  setUpProvider,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import {
  type IdentityProvider,
  personCalled,
  startIdentityProvider,
} from '../../../../../../dev/world/identity-provider/identity-provider.ts'
import { signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

let made = 0
const newPerson = (claims?: Record<string, unknown>) => personCalled(`person${++made}`, claims)

forEachEngine((engine) => {
  const app = withApp(engine)
  let idp: IdentityProvider
  beforeAll(async () => {
    idp = await startIdentityProvider([callbackOf(app)])
    await signUp(app.url, { masterPassword: null })
  })
  afterAll(() => idp.stop())
  beforeEach(async () => {
    idp.alterations.clear()
    idp.faults.clear()
    await app.ctx.db.deleteFrom('attempts').execute()
    await setUpProvider(app, idp)
  })
  const finish = async () => app.as().call(finishProviderSignIn, { body: await goToProvider(app) })

  test('creates an account without a password at the first sign-in, and finds it at the second', async () => {
    idp.person = newPerson()
    const first = await finish()
    expect(first.return_path).toBe('/dashboard')
    expect(first.data.user).toMatchObject({ email: `person${made}@example.com`, email_verified: true })
    const second = await finish()
    expect(second.data.user.id).toBe(first.data.user.id)
    expect(second.token).not.toBe(first.token)
    expect((await app.as(second).call(readSession, {})).user.id).toBe(first.data.user.id)
    const { password_hash } = await app.ctx.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', first.data.user.id)
      .executeTakeFirstOrThrow()
    expect(password_hash).toBe('')
  })

  test('lists the provider', async () => {
    app.advance(10_000)
    expect(await app.as().call(listSignInProviders, {})).toEqual({
      providers: [{ label: 'Example ID', only_way_in: false }],
    })
  })
})

import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmWithProvider,
  finishProviderLink,
  finishProviderSignIn,
  readProviderLink,
  startProviderConfirmation,
  startProviderLink,
  unlinkProvider,
} from '@envhold/contract/accounts/identity-provider.ts'
import { deletePasskey } from '@envhold/contract/accounts/passkeys.ts'
import { expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import {
  goToProvider,
  newBrowserValue,
  returnFrom,
  setUpProvider,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeUser, findUser } from '../../users/user-store.ts'

const minute = 60_000
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, message }) => `${code}: ${message}`,
  )

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  type Client = ReturnType<typeof app.as>

  const goFor = async (client: Client, call: typeof startProviderLink | typeof startProviderConfirmation) => {
    const { browserValue, browserHash } = newBrowserValue()
    const { url } = await client.call(call, { body: { browserHash } })
    return { body: await returnFrom(app, url, browserValue), url }
  }
  const link = async (client: Client) =>
    await client.call(finishProviderLink, { body: (await goFor(client, startProviderLink)).body })
  const signInAtProvider = async () => app.as().call(finishProviderSignIn, { body: await goToProvider(app) })

  test('links an account, renews its session, signs in to it, and removes the link again', async () => {
    const person = await addPerson(app, { masterPassword: null })
    idp.person = newPerson({ email: 'other@example.com', email_verified: false })
    const before = app.as({ token: person.token })
    const { token } = await link(person.client)
    expect(await failure(before.call(readSession, {}))).toMatch(/^UNAUTHENTICATED/)
    const client = app.as({ token })
    expect(await client.call(readProviderLink, {})).toMatchObject({
      provider: { label: 'Example ID' },
      linked: { email: 'other@example.com' },
      has_other_way_in: true,
    })
    expect((await signInAtProvider()).data.user.id).toBe(person.userId)
    expect(await failure(client.call(startProviderLink, { body: { browserHash: 'A'.repeat(43) } }))).toMatch(
      /^CONFLICT: Your account is linked/,
    )

    const removed = await client.call(unlinkProvider, {})
    expect(await failure(client.call(readSession, {}))).toMatch(/^UNAUTHENTICATED/)
    const after = app.as(removed)
    expect((await after.call(readProviderLink, {})).linked).toBeNull()
    expect(await failure(after.call(unlinkProvider, {}))).toMatch(/^NOT_FOUND/)
    const sent = (await mailsOf(app)).filter(({ to }) => to === person.email)
    expect(sent.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['provider-linked', 'provider-unlinked']),
    )
    const links = sent.flatMap(({ template, notMe = '' }) =>
      template.startsWith('provider') ? [new URL(notMe).pathname] : [],
    )
    expect(links).toEqual(['/remove-factor', '/not-me'])
    const events = await app.ctx.db
      .selectFrom('activity')
      .select('event_type')
      .where('user_id', '=', person.userId)
      .execute()
    expect(events.map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['oidc_linked', 'oidc_unlinked']),
    )
  })

  test('an identity belongs to one account', async () => {
    const [ada, grace] = [await addPerson(app), await addPerson(app)]
    idp.person = newPerson()
    await link(ada.client)
    expect(await failure(link(grace.client))).toMatch(
      /^CONFLICT: That account at Example ID is linked to another/,
    )
    expect(await failure(grace.client.call(readSession, {}))).toBe('done')
  })

  test('a link that somebody else’s session started is not finished', async () => {
    const [ada, grace] = [await addPerson(app), await addPerson(app)]
    idp.person = newPerson()
    const { body } = await goFor(ada.client, startProviderLink)
    expect(await failure(grace.client.call(finishProviderLink, { body }))).toMatch(/^NOT_FOUND/)
    expect(await failure(app.as().call(finishProviderSignIn, { body }))).toMatch(/^NOT_FOUND/)
  })

  test('linking and unlinking need a fresh proof', async () => {
    const { token } = await addPerson(app, { masterPassword: null })
    const client = app.as({ token })
    app.advance(11 * minute)
    const started = client.call(startProviderLink, { body: { browserHash: 'A'.repeat(43) } })
    expect(await failure(started)).toMatch(/^STEP_UP_REQUIRED/)
    expect(await failure(client.call(unlinkProvider, {}))).toMatch(/^STEP_UP_REQUIRED/)
    app.advance(-11 * minute)
  })

  test('the only way in cannot be removed', async () => {
    idp.person = newPerson()
    const client = app.as(await signInAtProvider())
    expect(await failure(client.call(unlinkProvider, {}))).toMatch(/^FORBIDDEN: This is the only way in/)
    const person = await addPerson(app, { masterPassword: null })
    idp.person = newPerson()
    const linked = app.as(await link(person.client))
    await setUpProvider(app, idp, { onlyWayIn: true })
    expect(await failure(linked.call(unlinkProvider, {}))).toMatch(/^FORBIDDEN: .+ Add a passkey first/)
    const { client: withPasskey, authenticator } = await addPasskey(app, { ...person, client: linked })
    const { token } = await withPasskey.call(unlinkProvider, {})
    const last = app.as({ token }).call(deletePasskey, { params: { id: authenticator.id } })
    expect(await failure(last)).toMatch(/^CONFLICT: This passkey is the only way/)
  })

  test('an account without a password confirms itself with a fresh sign-in at the provider', async () => {
    idp.person = newPerson()
    const own = idp.person
    const client = app.as(await signInAtProvider())
    app.advance(11 * minute)
    // The request lies in the future of the provider’s clock, so its sign-in is older than the request.
    const stale = await goFor(client, startProviderConfirmation)
    expect(new URL(stale.url).searchParams.get('max_age')).toBe('0')
    expect(await failure(client.call(confirmWithProvider, { body: stale.body }))).toMatch(
      /^INVALID_CREDENTIALS: Example ID did not ask you to sign in again/,
    )
    app.advance(-11 * minute)
    idp.person = newPerson()
    const other = await goFor(client, startProviderConfirmation)
    expect(await failure(client.call(confirmWithProvider, { body: other.body }))).toMatch(
      /^INVALID_CREDENTIALS: That is another account/,
    )
    idp.person = own
    const fresh = await goFor(client, startProviderConfirmation)
    const { token, confirmed_until } = await client.call(confirmWithProvider, { body: fresh.body })
    expect(Date.parse(confirmed_until)).toBeGreaterThan(app.ctx.clock() + 9 * minute)
    expect(await failure(app.as({ token }).call(readSession, {}))).toBe('done')
    expect(await failure(client.call(readSession, {}))).toMatch(/^UNAUTHENTICATED/)
  })

  test('an account without a password is deleted after a step-up alone', async () => {
    idp.person = newPerson()
    const client = app.as(await signInAtProvider())
    app.advance(11 * minute)
    expect(await failure(client.call(deleteAccount, { body: {} }))).toMatch(/^STEP_UP_REQUIRED/)
    app.advance(-11 * minute)
    expect(await failure(client.call(deleteAccount, { body: {} }))).toBe('done')
    expect(await failure(client.call(readSession, {}))).toMatch(/^UNAUTHENTICATED/)
    // Signing in restores it.
    expect((await signInAtProvider()).restored).toBe(true)
    const person = await addPerson(app, { masterPassword: null })
    expect(await failure(person.client.call(deleteAccount, { body: {} }))).toMatch(/^VALIDATION_FAILED/)
  })

  test('an ID token without the time of the sign-in confirms nothing', async () => {
    idp.person = newPerson()
    const client = app.as(await signInAtProvider())
    const { body } = await goFor(client, startProviderConfirmation)
    idp.alterIdToken((claims) => void delete claims.auth_time)
    expect(await failure(client.call(confirmWithProvider, { body }))).toMatch(/^INVALID_CREDENTIALS/)
  })

  test('the provider confirms no account that has something stronger', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const started = person.client.call(startProviderConfirmation, { body: { browserHash: 'A'.repeat(43) } })
    expect(await failure(started)).toMatch(/^FORBIDDEN/)
  })

  test('an identity at a former provider is no way in', async () => {
    const person = await addPerson(app, { masterPassword: null })
    const { authenticator, client } = await addPasskey(app, person)
    idp.person = newPerson()
    const { token } = await link(client)
    const linked = app.as({ token })
    await inTransaction(app.ctx, async (tx) => {
      const row = await findUser(tx, person.userId)
      if (row) await changeUser(tx, row, { password_hash: '' })
    })
    const identities = async () => (await linked.call(readAccountSecurity, {})).security.provider_identities
    expect(await identities()).toBe(1)
    const remove = () => linked.call(deletePasskey, { params: { id: authenticator.id } })
    for (const change of ['another', 'none'] as const) {
      if (change === 'another') await setUpProvider(app, { ...idp, issuer: 'https://other.example.com' })
      else await app.ctx.db.deleteFrom('sign_in_settings').execute()
      expect(await identities()).toBe(0)
      expect(await failure(remove())).toMatch(/^CONFLICT: .*the only way to sign in/)
    }
    await setUpProvider(app, idp)
    const removed = await remove()
    const { security } = await app.as(removed).call(readAccountSecurity, {})
    expect(security).toMatchObject({ provider_identities: 1, step_up_methods: ['oidc'] })
  })
})

import { createClient } from '@envhold/client/client.ts'
import { login, readSession, register } from '@envhold/contract/accounts/accounts.ts'
import { finishProviderSignIn, listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { appForTests, forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import {
  callbackOf,
  goToProvider,
  setUpProvider,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { startIdentityProvider } from '../../../../../../dev/world/identity-provider/identity-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { markEmailVerified } from '../../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { transact } from '../../audit-log/tx.ts'
import { suspendAccount } from '../suspend-account.ts'

const rejection = (call: Promise<unknown>) =>
  call.then(
    () => 'signed in',
    ({ code, message }) => `${code}: ${message}`,
  )

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  const finish = async () => app.as().call(finishProviderSignIn, { body: await goToProvider(app) })
  const emailOf = () => String(idp.person?.claims.email)
  const eventsOf = async (userId: number) =>
    (
      await app.ctx.db
        .selectFrom('activity')
        .select('event_type')
        .where('user_id', '=', userId)
        .orderBy('sequence')
        .execute()
    ).map(({ event_type }) => event_type)

  test('creates an account without a password at the first sign-in, and finds it at the second', async () => {
    idp.person = newPerson()
    const first = await finish()
    expect(first.return_path).toBe('/dashboard')
    expect(first.data.user).toMatchObject({ email: emailOf(), email_verified: true })
    // The address at the provider may change: it does not identify anybody.
    idp.person = { ...idp.person, claims: { ...idp.person.claims, email: 'new@example.com' } }
    const second = await finish()
    expect(second.data.user.id).toBe(first.data.user.id)
    expect(second.token).not.toBe(first.token)
    expect((await app.as(second).call(readSession, {})).user.id).toBe(first.data.user.id)
    expect(await eventsOf(first.data.user.id)).toEqual(['account_created', 'oidc_linked', 'login', 'login'])
    const body = { email: first.data.user.email, password: '' }
    expect(await rejection(app.as().call(login, { body: { ...body, password: 'anything' } }))).toMatch(
      /^INVALID/,
    )
  })

  test('a browser that has signed in before is not new', async () => {
    idp.person = newPerson()
    const { data } = await finish()
    const from = async (program: string, deviceToken?: string) => {
      const client = createClient({ server: app.url, headers: () => ({ 'user-agent': program }) })
      const body = { ...(await goToProvider(app)), ...(deviceToken !== undefined && { deviceToken }) }
      return (await client.call(finishProviderSignIn, { body })).deviceToken
    }
    const count = async () =>
      (await mailsOf(app)).filter(({ to, template }) => to === data.user.email && template === 'new-sign-in')
        .length
    const token = await from('Browser A')
    expect(await count()).toBe(1)
    expect(await from('Browser B', token)).toBe(token)
    expect(await count()).toBe(1)
    await from('Browser C')
    expect(await count()).toBe(2)
  })

  test('two first sign-ins at the same time create one account', async () => {
    idp.person = newPerson()
    const [left, right] = await Promise.all([goToProvider(app), goToProvider(app)])
    const answers = await Promise.all(
      [left, right].map((body) => app.as().call(finishProviderSignIn, { body })),
    )
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
  })

  test('lists the provider', async () => {
    app.advance(10_000)
    expect(await app.as().call(listSignInProviders, {})).toEqual({
      providers: [{ label: 'Example ID', only_way_in: false }],
      sign_ups: 'open',
    })
  })

  test('rejects whoever does not meet the operator’s requirements, at every sign-in', async () => {
    idp.person = newPerson()
    const { data } = await finish()
    await setUpProvider(app, idp, { allowedDomains: ['example.org'] })
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: This server accepts only some e-mail domains/)
    await setUpProvider(app, idp, { requiredClaim: 'groups', requiredValue: 'admins' })
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: Your account at Example ID has no access/)
    expect(await eventsOf(data.user.id)).toEqual([
      'account_created',
      'oidc_linked',
      'login',
      'login_failed',
      'login_failed',
    ])
    await setUpProvider(app, idp, {
      requiredClaim: 'groups',
      requiredValue: 'staff',
      allowedDomains: ['example.com'],
    })
    expect(await rejection(finish())).toBe('signed in')
    idp.person = newPerson({ email_verified: false })
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: This server accepts only some e-mail domains/)
  })

  test('creates no account where the operator does not want it, or for an unverified address', async () => {
    idp.person = newPerson()
    await setUpProvider(app, idp, { createAccounts: false })
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: No account is linked/)
    await setUpProvider(app, idp)
    for (const email_verified of [false, 'true', undefined]) {
      idp.person = newPerson({ email_verified })
      expect(await rejection(finish())).toMatch(/^FORBIDDEN: Example ID did not confirm your e-mail address/)
    }
    idp.person = newPerson({ email: undefined })
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: Example ID did not confirm/)
  })

  test('links an existing account by its address only if both sides verified it and the operator allows it', async () => {
    const owner = await addPerson(app, { masterPassword: null })
    idp.person = newPerson({ email: owner.email })
    const taken = /^CONFLICT: An account with this e-mail address already exists/
    expect(await rejection(finish())).toMatch(taken)
    await setUpProvider(app, idp, { linkByVerifiedEmail: true })
    // Somebody else may have registered with the address.
    expect(await rejection(finish())).toMatch(taken)
    await markEmailVerified(app, owner)
    // An unverified address does not even tell that it is in use.
    idp.person = { ...idp.person, claims: { ...idp.person.claims, email_verified: false } }
    expect(await rejection(finish())).toMatch(/^FORBIDDEN: Example ID did not confirm/)
    idp.person = { ...idp.person, claims: { ...idp.person.claims, email_verified: true } }
    expect((await finish()).data.user.id).toBe(owner.userId)
    const mails = (await mailsOf(app)).filter(({ to }) => to === owner.email)
    expect(mails.find(({ template }) => template === 'provider-linked')?.notMe).toContain('/remove-factor#')
  })

  test('an account with a passkey is never linked by its address', async () => {
    const { person } = await addPasskey(app, await addPerson(app, { masterPassword: null }))
    await markEmailVerified(app, person)
    await setUpProvider(app, idp, { linkByVerifiedEmail: true })
    idp.person = newPerson({ email: person.email })
    expect(await rejection(finish())).toMatch(/^CONFLICT/)
  })

  test('an operator’s account is never linked by its address', async () => {
    const operator = await app.ctx.db
      .selectFrom('users')
      .select(['email', 'id as userId'])
      .where('role', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow()
    await markEmailVerified(app, operator)
    await setUpProvider(app, idp, { linkByVerifiedEmail: true })
    idp.person = newPerson({ email: operator.email })
    expect(await rejection(finish())).toMatch(/^CONFLICT/)
  })

  test('as the only way in it leaves a password to the SUPER_ADMIN alone', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await setUpProvider(app, idp, { onlyWayIn: true })
    const { email, password } = person
    expect(await rejection(app.as().call(login, { body: { email, password } }))).toMatch(
      /^FORBIDDEN: This server accepts no passwords. Continue with Example ID/,
    )
    expect(await rejection(app.as().call(login, { body: { email, password: 'wrong' } }))).toMatch(/^INVALID/)
    expect(await rejection(app.as().call(register, { body: { email: 'x@example.com', password } }))).toMatch(
      /^FORBIDDEN/,
    )
    const operator = await app.ctx.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow()
    expect(await rejection(app.as().call(login, { body: { ...operator, password } }))).toBe('signed in')
  })

  test('a suspended account stays suspended', async () => {
    idp.person = newPerson()
    const { data } = await finish()
    await transact(app.ctx, { userId: null, origin: null }, (tx) =>
      suspendAccount(tx, { id: data.user.id }, 'Spam'),
    )
    const { token } = await finish()
    expect(await rejection(app.as({ token }).call(readSession, {}))).toMatch(/^ACCOUNT_SUSPENDED/)
  })
})

forEachEngine((engine) => {
  test.each(['closed', 'invited', 'open'])(
    'with SIGN_UPS=%s it creates no account that others could not',
    async (mode) => {
      const app = await appForTests(engine, { SIGN_UPS: mode, SMTP_URL: '' })
      const idp = await startIdentityProvider([callbackOf(app)])
      try {
        await setUpProvider(app, idp)
        idp.person = newPerson()
        const said = await rejection(
          goToProvider(app).then((body) => app.as().call(finishProviderSignIn, { body })),
        )
        const expected = {
          closed: /^FORBIDDEN: No account is linked/,
          invited: /^FORBIDDEN: New accounts need an invitation/,
          // The first account operates the server.
          open: /^FORBIDDEN: The first account of a server needs a password/,
        }[mode]
        expect(said).toMatch(expected ?? '')
        expect(await app.ctx.db.selectFrom('users').select('id').execute()).toEqual([])
      } finally {
        await idp.stop()
        await app.stop()
      }
    },
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../../../dev/world/identity-provider/identity-provider.ts'
import { sayProgram, settingsOf } from '../../../../../dev/world/run-program.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { readProviderSettings } from '../../identity-provider/provider-settings-store.ts'

const clientSecret = 'client-secret-of-the-tool-4711'

forEachEngine((engine) => {
  const app = withApp(engine)
  let idp: IdentityProvider
  beforeAll(async () => {
    idp = await startIdentityProvider(['http://localhost/sign-in/callback'])
  })
  afterAll(() => idp.stop())

  const run = (command: string, input: unknown = '') =>
    sayProgram('identity-provider', settingsOf(app), command.split(' '), {
      input: typeof input === 'string' ? input : JSON.stringify(input),
    })
  const settings = () => ({ issuer: idp.issuer, clientId: 'envhold', clientSecret, label: 'Example ID' })

  test('sets, shows, tests and removes the provider beside a running server, without showing the secret', async () => {
    expect(await run('show')).toEqual({ code: 0, said: 'There is no identity provider.\n' })
    expect((await run('test')).code).toBe(1)

    const set = await run('set -', { ...settings(), allowedDomains: ['Example.com'] })
    expect(set).toEqual({ code: 0, said: `The identity provider was set to ${idp.issuer}\n` })
    expect(await readProviderSettings(app.ctx)).toMatchObject({
      clientSecret,
      allowedDomains: ['example.com'],
      createAccounts: false,
      linkByVerifiedEmail: false,
      onlyWayIn: false,
    })
    const printed = await run('show')
    expect(printed.said).toContain('/sign-in/callback')
    expect(printed.said).toContain('"clientSecret": "…4711"')
    expect(printed.said).not.toContain(clientSecret)
    expect(await run('test')).toMatchObject({
      code: 0,
      said: expect.stringContaining('is an OpenID provider'),
    })

    // A secret that is left out stays; of another client it does not.
    const { clientSecret: _, ...without } = settings()
    expect((await run('set -', { ...without, label: 'Other' })).code).toBe(0)
    expect(await readProviderSettings(app.ctx)).toMatchObject({ clientSecret, label: 'Other' })
    expect((await run('set -', { ...without, clientId: 'another' })).said).toContain(
      'clientSecret: is missing',
    )

    expect((await run('remove')).said).toBe('The identity provider was removed\n')
    expect(await readProviderSettings(app.ctx)).toBeUndefined()
    const events = await app.ctx.db
      .selectFrom('activity')
      .select('description')
      .where('event_type', '=', 'sign_in_provider_changed')
      .execute()
    expect(events).toHaveLength(3)
    expect(JSON.stringify(events)).not.toContain(clientSecret)
  })

  test('names every invalid setting, and none of its values', async () => {
    const invalid = { ...settings(), issuer: 'http://id.example.com', createAccounts: 'sure', color: 'blue' }
    const { code, said } = await run('set -', invalid)
    expect(code).toBe(64)
    expect(said).toMatch(/^issuer: must be an https URL/m)
    expect(said).toMatch(/^createAccounts: /m)
    expect(said).toMatch(/^color: is not a setting/m)
    expect(said).not.toContain('sure')
    const broken = await run('set -', `{"clientSecret": "${clientSecret}"`)
    expect(broken).toMatchObject({ code: 64 })
    expect(broken.said).not.toContain(clientSecret)
    expect((await run('set')).said).toContain('Pass a file')
  })

  test('is the only way in only where an operator has a password', async () => {
    const only = { ...settings(), onlyWayIn: true }
    expect((await run('set -', only)).said).toContain('SUPER_ADMIN with a password')
    await addPerson(app, { masterPassword: null })
    expect((await run('set -', only)).code).toBe(0)
  })
})

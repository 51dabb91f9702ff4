import { createClient } from '@envhold/client/client.ts'
import { login, readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmPasskey,
  signInWithPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@envhold/contract/accounts/passkey-authentication.ts'
import {
  type AssertionResponse,
  deletePasskey,
  listPasskeys,
  maxPasskeys,
  registerPasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '@envhold/contract/accounts/passkeys.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey, siteOf, type WithPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { softwareAuthenticator } from '../../../../../../dev/world/software-authenticator.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeUser, findUser } from '../../users/user-store.ts'
import { passkeyMac } from '../webauthn/webauthn-store.ts'

const minute = 60_000
const refused = { code: 'INVALID_CREDENTIALS', message: 'The passkey was not accepted. Try again.' }

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const person = () => addPerson(app, { masterPassword: null })
  const owner = async () => addPasskey(app, await person())
  const challenge = async () => (await app.as().call(startPasskeySignIn, {})).options
  const signIn = async (response: AssertionResponse) =>
    await app.as().call(signInWithPasskey, { body: { response } })
  const eventsOf = async (userId: number) => {
    const rows = await app.ctx.db
      .selectFrom('activity')
      .select('event_type')
      .where('user_id', '=', userId)
      .orderBy('sequence')
      .execute()
    return rows.map(({ event_type }) => event_type)
  }

  test('a passkey signs in by itself, and counts as a recent proof', async () => {
    const { authenticator, person: someone } = await owner()
    const { token } = await signIn(authenticator.get(await challenge()))
    const client = app.as({ token })
    expect((await client.call(readSession, {})).user.id).toBe(someone.userId)
    await client.call(startPasskeyRegistration, {})
    expect(await eventsOf(someone.userId)).toEqual(
      expect.arrayContaining(['passkey_added', 'passkey_used', 'login']),
    )
    const sent = (await mailsOf(app)).filter(({ to }) => to === someone.email)
    expect(sent.map(({ template }) => template)).toContain('passkey-added')
  })

  test('the activity says how somebody signed in, among the security events', async () => {
    const { authenticator, person: someone } = await owner()
    const { token } = await signIn(authenticator.get(await challenge()))
    const query = { filter: 'security' } as const
    const { logs } = await app.as({ token }).call(listActivityLogs, { query })
    expect(logs[0]).toMatchObject({
      event_type: 'login',
      description: `${someone.username} signed in with a passkey`,
    })
  })

  test('an account with a passkey accepts nothing weaker for a step-up', async () => {
    const { authenticator, person: someone } = await owner()
    const { token } = await app
      .as()
      .call(login, { body: { email: someone.email, password: someone.password } })
    const client = app.as({ token })
    await expect(client.call(startPasskeyRegistration, {})).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
      methods: ['passkey'],
    })
    const { options } = await client.call(startPasskeyConfirmation, {})
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const body = { response: authenticator.get(options) }
    const confirmed = await client.call(confirmPasskey, { body })
    await app.as({ token: confirmed.token }).call(startPasskeyRegistration, {})
    await expect(client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('what is asked of the browser', async () => {
    const someone = await person()
    const { options } = await someone.client.call(startPasskeyRegistration, {})
    expect(options).toMatchObject({
      rp: { id: siteOf(app).rpId, name: 'Envhold' },
      user: { name: someone.email, displayName: someone.username },
      excludeCredentials: [],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(String(someone.userId))
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
    const { authenticator, client } = await addPasskey(app, someone)
    const again = await client.call(startPasskeyRegistration, {})
    expect(again.options.excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    expect((await challenge()).allowCredentials).toEqual([])
    const stored = await app.ctx.db.selectFrom('webauthn_challenges').select('id').execute()
    for (const { id } of stored) expect(id).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['another origin', { origin: 'https://envhold.example.net' }],
    ['another host', { rpId: 'example.net' }],
    ['the answer to a registration', { type: 'webauthn.create' }],
    ['a user who was not verified', { flags: 0x01 }],
    ['a user who was not present', { flags: 0x04 }],
    ['the handle of another account', { userHandle: 'MTIz' }],
    ['another kind of passkey', { flags: 0x0d }],
    ['an unknown credential', { id: 'AAAA' }],
  ])('rejects %s', async (_, altered) => {
    const { authenticator } = await owner()
    await expect(signIn(authenticator.get(await challenge(), altered))).rejects.toMatchObject(refused)
  })

  test('rejects an answer of which any bit was changed', async () => {
    const { authenticator } = await owner()
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
      for (let bit = 0; bit < 8; bit++) {
        const answer = authenticator.get(await challenge())
        const bytes = Buffer.from(answer.response[field], 'base64url')
        const at = Math.floor((bytes.length * (2 * bit + 1)) / 16)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        const response = { ...answer.response, [field]: bytes.toString('base64url') }
        await expect(signIn({ ...answer, response }), `${field} ${at}`).rejects.toMatchObject(refused)
        await app.ctx.db.deleteFrom('attempts').execute()
      }
  })

  test('an answer is accepted once', async () => {
    const { authenticator } = await owner()
    const answer = authenticator.get(await challenge())
    await signIn(answer)
    await expect(signIn(answer)).rejects.toMatchObject(refused)
  })

  test('a challenge expires after five minutes, and is used up by an answer that is rejected', async () => {
    const { authenticator } = await owner()
    const late = await challenge()
    app.advance(5 * minute)
    await expect(signIn(authenticator.get(late))).rejects.toMatchObject(refused)
    const tried = await challenge()
    await expect(signIn(authenticator.get(tried, { flags: 0x01 }))).rejects.toMatchObject(refused)
    await expect(signIn(authenticator.get(tried))).rejects.toMatchObject(refused)
  })

  test('a challenge is for one purpose and one account', async () => {
    const [one, other] = [await owner(), await owner()]
    const { options } = await one.client.call(startPasskeyConfirmation, {})
    const answer = (who: WithPasskey) => ({ body: { response: who.authenticator.get(options) } })
    await expect(other.client.call(confirmPasskey, answer(other))).rejects.toMatchObject(refused)
    await expect(signIn(one.authenticator.get(options))).rejects.toMatchObject(refused)
    await expect(one.client.call(confirmPasskey, answer(other))).rejects.toMatchObject(refused)
    const anonymous = { body: { response: one.authenticator.get(await challenge()) } }
    await expect(one.client.call(confirmPasskey, anonymous)).rejects.toMatchObject(refused)
  })

  test('a counter that goes back is rejected, recorded and mailed, and only with a valid signature', async () => {
    const { authenticator, person: someone } = await owner()
    authenticator.count(99)
    await signIn(authenticator.get(await challenge()))
    const forged = authenticator.get(await challenge(), { counter: 3 })
    const response = {
      ...forged.response,
      signature: authenticator.get(await challenge()).response.signature,
    }
    await expect(signIn({ ...forged, response })).rejects.toMatchObject(refused)
    expect(await eventsOf(someone.userId)).not.toContain('counter_regression')
    authenticator.count(2)
    await expect(signIn(authenticator.get(await challenge()))).rejects.toMatchObject(refused)
    expect(await eventsOf(someone.userId)).toContain('counter_regression')
    const sent = (await mailsOf(app)).filter(({ to }) => to === someone.email)
    expect(sent.map(({ template }) => template)).toContain('passkey-counter-regression')
  })

  test('a synced passkey, which never counts, signs in again and again', async () => {
    const authenticator = softwareAuthenticator(siteOf(app), { synced: true })
    const { client } = await addPasskey(app, await person(), authenticator)
    for (let use = 0; use < 3; use++) await signIn(authenticator.get(await challenge()))
    const { passkeys } = await client.call(listPasskeys, {})
    expect(passkeys).toMatchObject([{ synced: true, usable: true, opens_vault: false, can_open_vault: true }])
    expect(passkeys[0]?.last_used_at).not.toBeNull()
  })

  test('of 200 concurrent uses of one challenge on two nodes, one starts a session', async () => {
    const { authenticator, person: someone } = await owner()
    const clients = [app.url, node.url].map((server) => createClient({ server, timeoutMs: 60_000 }))
    const body = { response: authenticator.get(await challenge()) }
    const before = (await eventsOf(someone.userId)).filter((type) => type === 'login').length
    const codes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) =>
        clients[index % 2]?.call(signInWithPasskey, { body }).then(
          () => 'signed in',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes.filter((code) => code === 'signed in')).toHaveLength(1)
    for (const code of codes) expect(['signed in', refused.code, 'RATE_LIMITED']).toContain(code)
    expect((await eventsOf(someone.userId)).filter((type) => type === 'login')).toHaveLength(before + 1)
  })

  test('a browser that has signed in before is not new when it signs in with a passkey', async () => {
    const { authenticator, person: someone } = await owner()
    const from = async (program: string, deviceToken?: string) => {
      const client = createClient({ server: app.url, headers: () => ({ 'user-agent': program }) })
      const response = authenticator.get(await challenge())
      const { data: _, ...answer } = await client.call(signInWithPasskey, {
        body: { response, ...(deviceToken !== undefined && { deviceToken }) },
      })
      return answer.deviceToken
    }
    const counts = async () => {
      const sent = (await mailsOf(app)).filter(({ to }) => to === someone.email)
      const devices = await app.ctx.db
        .selectFrom('devices')
        .select('id')
        .where('user_id', '=', someone.userId)
        .execute()
      return [sent.filter(({ template }) => template === 'new-sign-in').length, devices.length]
    }
    const token = await from('Browser A')
    expect(await counts()).toEqual([1, 2])
    expect(await from('Browser B', token)).toBe(token)
    expect(await counts()).toEqual([1, 2])
    await from('Browser C')
    expect(await counts()).toEqual([2, 3])
  })

  test('a passkey is registered once, whoever tries', async () => {
    const { authenticator } = await owner()
    const other = await person()
    const { options } = await other.client.call(startPasskeyRegistration, {})
    const body = { response: authenticator.create(options) }
    await expect(other.client.call(registerPasskey, { body })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    ['another origin', { origin: 'https://envhold.example.net' }],
    ['another host', { rpId: 'example.net' }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['a user who was not verified', { flags: 0x41 }],
  ])('does not register %s', async (_, altered) => {
    const someone = await person()
    const { options } = await someone.client.call(startPasskeyRegistration, {})
    const body = { response: softwareAuthenticator(siteOf(app)).create(options, altered) }
    await expect(someone.client.call(registerPasskey, { body })).rejects.toMatchObject(refused)
  })

  test('an account has at most 20 passkeys', async () => {
    const someone = await person()
    let last = await addPasskey(app, someone)
    for (let count = 1; count < maxPasskeys; count++)
      last = await addPasskey(app, { ...someone, client: last.client })
    const full = { code: 'CONFLICT', message: expect.stringContaining('20 passkeys at most') }
    await expect(last.client.call(startPasskeyRegistration, {})).rejects.toMatchObject(full)
    expect((await last.client.call(listPasskeys, {})).passkeys).toHaveLength(maxPasskeys)
  })

  test('passkeys are renamed and removed by their owner only, and the session gets a new token', async () => {
    const [one, other] = [await owner(), await owner()]
    const params = { id: one.authenticator.id }
    const missing = { code: 'NOT_FOUND', message: 'Your account has no such passkey.' }
    await expect(other.client.call(renamePasskey, { params, body: { name: 'Mine' } })).rejects.toMatchObject(
      missing,
    )
    await expect(other.client.call(deletePasskey, { params })).rejects.toMatchObject(missing)
    await one.client.call(renamePasskey, { params, body: { name: 'Blue key' } })
    expect((await one.client.call(listPasskeys, {})).passkeys[0]?.name).toBe('Blue key')
    const { token } = await one.client.call(deletePasskey, { params })
    await expect(one.client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await app.as({ token }).call(listPasskeys, {})).passkeys).toEqual([])
    await expect(signIn(one.authenticator.get(await challenge()))).rejects.toMatchObject(refused)
    expect(await eventsOf(one.person.userId)).toContain('passkey_removed')
  })

  test('the only way to sign in is not removed', async () => {
    const one = await owner()
    const params = { id: one.authenticator.id }
    await inTransaction(app.ctx, async (tx) => {
      const row = await findUser(tx, one.person.userId)
      if (row) await changeUser(tx, row, { password_hash: '' })
    })
    await expect(one.client.call(deletePasskey, { params })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('the only way to sign in'),
    })
  })

  test('a passkey of another host is unusable: it signs nobody in, and is listed as such', async () => {
    const one = await owner()
    const row = await app.ctx.db
      .selectFrom('passkeys')
      .selectAll()
      .where('id', '=', one.authenticator.id)
      .executeTakeFirstOrThrow()
    const moved = { ...row, rp_id: 'old.example.com' }
    await app.ctx.db
      .updateTable('passkeys')
      .set({ rp_id: moved.rp_id, mac: passkeyMac.of(app.ctx.secrets, moved) })
      .where('id', '=', row.id)
      .execute()
    await expect(signIn(one.authenticator.get(await challenge()))).rejects.toMatchObject(refused)
    expect((await one.client.call(listPasskeys, {})).passkeys[0]?.usable).toBe(false)
    await expect(one.client.call(startPasskeyConfirmation, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a passkey that was moved to another account is rejected as tampering', async () => {
    const [victim, attacker] = [await owner(), await owner()]
    await app.ctx.db
      .updateTable('passkeys')
      .set({ user_id: victim.person.userId })
      .where('id', '=', attacker.authenticator.id)
      .execute()
    const answer = attacker.authenticator.get(await challenge(), {
      userHandle: Buffer.from(String(victim.person.userId)).toString('base64url'),
    })
    await expect(signIn(answer)).rejects.toMatchObject({ status: 500 })
    await app.ctx.db.deleteFrom('passkeys').where('id', '=', attacker.authenticator.id).execute()
  })

  test('an IP address gets 30 challenges a minute without signing in', async () => {
    for (let count = 0; count < 30; count++) await challenge()
    await expect(challenge()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})

import { deletePasskey, listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import {
  changeMasterPassword,
  rekeyEnvironments,
  setUpPasskeyUnlock,
  startPasskeyUnlock,
  startPasskeyUnlockSetUp,
  unlockWithPasskey,
} from '@envhold/contract/keyring/keyring.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey, letPasskeyUnlock } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { findMissingFactors } from '../../../verify/missing-factor-store.ts'

const wrong = {
  code: 'INVALID_MASTER_PASSWORD',
  message: 'This passkey does not open your vault. Use your master password.',
}

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  /** An account with one variable and a passkey that opens its vault. */
  const owner = async () => {
    const person = await addPerson(app)
    const { id } = await seedEnvironment(person)
    const own = await addPasskey(app, person)
    const passkeyUnlock = await letPasskeyUnlock(own)
    const unlocked = app.as({ token: own.token, passkeyUnlock })
    return { ...own, params: { id }, passkeyUnlock, unlocked, locked: app.as({ token: own.token }) }
  }
  const other = (header: string) => `${header.split('.')[0]}.${'A'.repeat(43)}`

  test('what was set up again, removed or replaced is not missing for verify', async () => {
    const findings: string[] = []
    const find = () => findMissingFactors(app.ctx.db, (table, id) => findings.push(`${table} ${id}`))
    const first = await owner()
    await letPasskeyUnlock(first)
    const params = { id: first.authenticator.id }
    await first.client.call(deletePasskey, { params })
    const { client, person } = await owner()
    const { masterPassword = '' } = person
    const leaked = { currentMasterPassword: masterPassword, newMasterPassword: 'another one', leaked: true }
    await client.call(changeMasterPassword, { body: leaked })
    await find()
    expect(findings).toEqual([])
    const { userId } = (await owner()).person
    await app.ctx.db.deleteFrom('passkey_unlocks').where('user_id', '=', userId).execute()
    await find()
    expect(findings).toEqual([`passkey_unlocks of account ${userId}`])
  })

  test('opens the vault in place of the master password, for every kind of call', async () => {
    const { params, unlocked, locked, client, person } = await owner()
    await expect(locked.call(readVariables, { params })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    await unlocked.call(createVariable, { params, body: { key: 'BY_PASSKEY', value: 'x' } })
    expect(await unlocked.call(downloadEnvironment, { params })).toContain('BY_PASSKEY')
    await unlocked.call(createPersonalToken, { body: { name: 'Laptop', permissions: ['read_variables'] } })
    await unlocked.call(rekeyEnvironments, {})
    expect(await client.call(readVariables, { params })).toEqual(
      await unlocked.call(readVariables, { params }),
    )
    expect((await client.call(listPasskeys, {})).passkeys).toMatchObject([{ opens_vault: true }])
    const sent = (await mailsOf(app)).filter(({ to }) => to === person.email)
    expect(sent.find(({ template }) => template === 'passkey-unlock-set')?.notMe).toContain('/remove-factor#')
  })

  test('what the browser asks for, and what verifies the passkey beside the secret', async () => {
    const { authenticator, unlocked, locked, passkeyUnlock } = await owner()
    const { options, salts } = await locked.call(startPasskeyUnlock, {})
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    expect(passkeyUnlock).toBe(`${authenticator.id}.${authenticator.unlockFor(salts[0]?.salt ?? '')}`)
    const body = { response: authenticator.get(options) }
    await expect(locked.call(unlockWithPasskey, { body })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    await unlocked.call(unlockWithPasskey, { body })
    await expect(unlocked.call(unlockWithPasskey, { body })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  })

  test('another secret, and the secret of another account, open nothing', async () => {
    const [one, two] = [await owner(), await owner()]
    for (const passkeyUnlock of [other(one.passkeyUnlock), two.passkeyUnlock, `AAAA.${'A'.repeat(43)}`]) {
      const client = app.as({ token: one.token, passkeyUnlock })
      await expect(client.call(readVariables, { params: one.params })).rejects.toMatchObject(wrong)
    }
  })

  test('ten failures lock passkeys out for a while, and not the master password', async () => {
    const { token, params, passkeyUnlock, client } = await owner()
    const failing = app.as({ token, passkeyUnlock: other(passkeyUnlock) })
    for (let count = 0; count < 10; count++)
      await expect(failing.call(readVariables, { params })).rejects.toMatchObject(wrong)
    await expect(failing.call(readVariables, { params })).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    await client.call(readVariables, { params })
  })

  test.each([
    ['no dot', 'AAAA'],
    ['a short secret', `AAAA.${'A'.repeat(42)}`],
    ['a long secret', `AAAA.${'A'.repeat(44)}`],
    ['other characters', `AA+A.${'A'.repeat(43)}`],
    ['nothing', ' '],
  ])('rejects %s in the header, without quoting it', async (_, header) => {
    const person = await addPerson(app, { masterPassword: null })
    const answer = await app.fetch('/api/auth/session', {
      headers: { authorization: `Bearer ${person.token}`, 'x-passkey-unlock': header },
    })
    const text = await answer.text()
    expect([answer.status, text.includes('"path":"x-passkey-unlock"')]).toEqual([400, true])
    expect(text).not.toContain('AAAA')
  })

  test('is not sent beside a master password', async () => {
    const { token, passkeyUnlock, params } = await owner()
    const both = app.as({ token, passkeyUnlock, masterPassword: 'master pässword' })
    await expect(both.call(readVariables, { params })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('setting it up needs the master password, and the passkey itself', async () => {
    const person = await addPerson(app)
    const one = await addPasskey(app, person)
    const two = await addPasskey(app, { ...person, client: one.client })
    const params = { id: one.authenticator.id }
    const { options } = await two.client.call(startPasskeyUnlockSetUp, { params })
    const setUp = (masterPassword: string, response = one.authenticator.get(options)) =>
      two.client.call(setUpPasskeyUnlock, {
        params,
        body: { masterPassword, unlock: 'A'.repeat(43), response },
      })
    await expect(setUp('wrong')).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    await expect(setUp('master pässword', two.authenticator.get(options))).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect((await two.client.call(listPasskeys, {})).passkeys.map((passkey) => passkey.opens_vault)).toEqual([
      false,
      false,
    ])
    app.advance(11 * 60_000)
    await expect(two.client.call(startPasskeyUnlockSetUp, { params })).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
  })

  test('another master password leaves it, a new key pair and removing the passkey end it at once', async () => {
    const { client, locked, unlocked, params, authenticator } = await owner()
    const change = (currentMasterPassword: string, newMasterPassword: string, leaked: boolean) =>
      locked.call(changeMasterPassword, { body: { currentMasterPassword, newMasterPassword, leaked } })
    await change('master pässword', 'second one', false)
    await unlocked.call(readVariables, { params })
    await change('second one', 'third one', true)
    await expect(unlocked.call(readVariables, { params })).rejects.toMatchObject(wrong)
    expect((await client.call(listPasskeys, {})).passkeys).toMatchObject([{ opens_vault: false }])

    const removed = await owner()
    await removed.unlocked.call(readVariables, { params: removed.params })
    const { token } = await removed.locked.call(deletePasskey, { params: { id: removed.authenticator.id } })
    const later = app.as({ token, passkeyUnlock: removed.passkeyUnlock })
    await expect(later.call(readVariables, { params: removed.params })).rejects.toMatchObject(wrong)
    const rows = await app.ctx.db.selectFrom('passkey_unlocks').select('passkey_id').execute()
    expect(rows.map(({ passkey_id }) => passkey_id)).not.toContain(removed.authenticator.id)
    expect(rows.map(({ passkey_id }) => passkey_id)).not.toContain(authenticator.id)
  })

  test('a row that was moved to another account is rejected as tampering', async () => {
    const [one, two] = [await owner(), await owner()]
    await app.ctx.db
      .updateTable('passkey_unlocks')
      .set({ user_id: two.person.userId })
      .where('passkey_id', '=', one.authenticator.id)
      .execute()
    const attacker = app.as({ token: two.token, passkeyUnlock: one.passkeyUnlock })
    await expect(attacker.call(readVariables, { params: two.params })).rejects.toMatchObject({ status: 500 })
  })

  test('neither the log nor the database contains the secret', async () => {
    const { passkeyUnlock, unlocked, token, params } = await owner()
    await unlocked.call(readVariables, { params })
    await expect(
      app.as({ token, passkeyUnlock }).call(readVariables, { params: { id: 0 } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const secret = passkeyUnlock.split('.')[1] ?? ''
    expect(app.logged()).not.toContain(secret)
    expect(app.logged()).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  })
})

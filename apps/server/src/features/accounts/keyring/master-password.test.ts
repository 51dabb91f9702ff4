import { createClient } from '@envhold/client/client.ts'
import { changePassword, login, logout } from '@envhold/contract/accounts/accounts.ts'
import {
  changeMasterPassword,
  recoverMasterPassword,
  renewRecoveryKey,
  setUpMasterPassword,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { limits } from '@envhold/contract/limits.ts'
import { newRecoveryKey } from '@envhold/vault/recovery-key.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { buildApp } from '../../../app.ts'

const minute = 60_000
const masterPassword = 'master pässword'

forEachEngine((engine) => {
  const app = withApp(engine)

  const person = (master: string | null = masterPassword) => signUp(app.url, { masterPassword: master })
  const validate = ({ client }: Pick<Person, 'client'>, masterPassword: string) =>
    client.call(validateMasterPassword, { body: { masterPassword } })
  const change = ({ client }: Person, currentMasterPassword: string, newMasterPassword: string) =>
    client.call(changeMasterPassword, { body: { currentMasterPassword, newMasterPassword } })
  const recover = ({ client }: Person, recoveryKey: string, newMasterPassword: string) =>
    client.call(recoverMasterPassword, { body: { recoveryKey, newMasterPassword } })
  const eventsOf = async ({ userId }: Person) =>
    (await activityOf(app)).filter(({ user_id }) => user_id === userId).map(({ event_type }) => event_type)
  /** Sets the number of wrong master passwords of a session; typing each would take a quarter of a second. */
  const attempted = async ({ token }: Pick<Person, 'token'>, count: number) => {
    const identity = token.split('_')[1] ?? ''
    const row = { kind: 'master-password', identity, window_start: app.ctx.clock(), count }
    await app.ctx.db.insertInto('attempts').values(row).execute()
  }
  /** How often Argon2id unlocked the vault. Reads from the cache do not count. */
  const unlockings = async (someone: Person) =>
    (await eventsOf(someone)).filter((type) => type === 'vault_unlocked').length
  const signInAgain = async ({ email, password }: Person) => {
    const { token } = await app.as().call(login, { body: { email, password } })
    return { token, client: app.as({ token }) }
  }

  test('every call accepts a master password of the maximum length', async () => {
    const long = 'ä '.repeat(limits.masterPasswordLength / 2)
    const someone = await person(long)
    expect(await validate(someone, long)).toEqual({ valid: true })
    const { recoveryKey } = await someone.client.call(renewRecoveryKey, { body: { masterPassword: long } })
    expect(recoveryKey).not.toBe(someone.recoveryKey)
  })

  test('is set once, also at the same time, and shows its recovery key', async () => {
    const someone = await person(null)
    const { client } = someone
    expect(await client.call(readMasterPasswordStatus, {})).toEqual({ hasMasterPassword: false })
    await expect(validate(someone, 'any')).rejects.toMatchObject({ code: 'MASTER_PASSWORD_REQUIRED' })
    await expect(change(someone, 'any', 'long enough')).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    await expect(recover(someone, newRecoveryKey(), 'long enough')).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    const both = await Promise.allSettled(
      ['x', 'y'].map((password) => client.call(setUpMasterPassword, { body: { masterPassword: password } })),
    )
    const set = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const rejections = both.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(set).toMatchObject([
      {
        message: 'Master password set successfully!',
        recoveryKey: expect.stringMatching(/^([0-9A-Z]{5}-){10}[0-9A-Z]{5}$/),
      },
    ])
    expect(rejections).toMatchObject([
      { code: 'CONFLICT', message: expect.stringContaining('already exists') },
    ])
    expect(await client.call(readMasterPasswordStatus, {})).toEqual({ hasMasterPassword: true })
    await expect(client.call(setUpMasterPassword, { body: { masterPassword: 'z' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await eventsOf(someone)).toEqual(['account_created', 'master_password_set'])
  })

  test('validates in any Unicode composition', async () => {
    const someone = await person()
    expect(await validate(someone, masterPassword)).toEqual({ valid: true })
    expect(await validate(someone, masterPassword.normalize('NFD'))).toEqual({ valid: true })
    expect(await validate(someone, 'wrong')).toEqual({ valid: false })
    expect(await validate(someone, 'lone \ud800')).toEqual({ valid: false })
    expect(await eventsOf(someone)).toContain('unauthorized_access')
  })

  test('an unlocked vault stays unlocked for five idle minutes, half an hour at most, for this session only', async () => {
    const someone = await person()
    await validate(someone, masterPassword)
    expect(await unlockings(someone)).toBe(0)
    const other = await signInAgain(someone)
    await Promise.all(Array.from({ length: 5 }, () => validate(other, masterPassword)))
    expect(await unlockings(someone)).toBe(1)
    app.advance(5 * minute)
    await validate(someone, masterPassword)
    expect(await unlockings(someone)).toBe(2)
    for (let i = 0; i < 7; i++) {
      app.advance(4 * minute)
      await validate(someone, masterPassword)
    }
    expect(await unlockings(someone)).toBe(2)
    app.advance(2 * minute)
    await validate(someone, masterPassword)
    expect(await unlockings(someone)).toBe(3)
  })

  test('signing out and changing the sign-in password drop unlocked keys', async () => {
    const someone = await person()
    const other = await signInAgain(someone)
    await validate(other, masterPassword)
    await someone.client.call(changePassword, {
      body: { currentPassword: someone.password, newPassword: 'another password' },
    })
    await validate(someone, masterPassword)
    expect(await unlockings(someone)).toBe(2)
    await someone.client.call(logout, {})
    await expect(validate(someone, masterPassword)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('checks 2 of 10 simultaneous wrong passwords after 8; locks unlocking in this session for 15 minutes, and does not lock sign-in', async () => {
    const someone = await person()
    const stolen = await signInAgain(someone)
    await attempted(stolen, 8)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => validate(stolen, `wrong ${i}`).catch(({ code }) => code)),
    )
    expect(answers.filter((answer) => answer === 'LOCKED_OUT')).toHaveLength(8)
    expect(answers.filter((answer) => answer.valid === false)).toHaveLength(2)
    const locked = await validate(stolen, masterPassword).catch((error) => error)
    expect(locked).toMatchObject({
      code: 'LOCKED_OUT',
      status: 429,
      message:
        'Too many wrong attempts in this session; other sessions are not affected. Please try again later.',
    })
    expect(locked.retryAfter).toBeGreaterThan(14 * 60)
    expect((await eventsOf(someone)).filter((type) => type === 'master_password_locked')).toHaveLength(1)
    const other = await signInAgain(someone)
    expect(await validate(other, masterPassword)).toEqual({ valid: true })
    app.advance(15 * minute)
    expect(await validate(stolen, masterPassword)).toEqual({ valid: true })
  })

  test('changes on every node at once', async () => {
    const someone = await person()
    const { server: second } = buildApp(app.ctx)
    const server = await second.listen({ host: '127.0.0.1', port: 0 })
    const elsewhere = {
      client: createClient({ server, headers: () => ({ authorization: `Bearer ${someone.token}` }) }),
    }
    expect(await validate(elsewhere, masterPassword)).toEqual({ valid: true })
    await expect(change(someone, 'wrong', 'a new master password')).rejects.toMatchObject({
      code: 'INVALID_MASTER_PASSWORD',
      message: 'Invalid master password',
    })
    await expect(change(someone, masterPassword, 'short')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'newMasterPassword', message: 'New master password must be at least 8 characters' }],
    })
    expect(await change(someone, masterPassword, 'a new master password')).toEqual({
      message: 'Master password changed successfully!',
    })
    expect(await validate(elsewhere, masterPassword)).toEqual({ valid: false })
    expect(await validate(someone, 'a new master password')).toEqual({ valid: true })
    // The recovery key belongs to the key pair, which has not changed.
    await recover(someone, someone.recoveryKey ?? '', 'recovered password')
    await second.close()
  })

  test('the recovery key sets a new master password and is replaced', async () => {
    const someone = await person()
    const recoveryKey = someone.recoveryKey ?? ''
    await expect(recover(someone, newRecoveryKey(), 'long enough')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await expect(recover(someone, 'nonsense', 'long enough')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await expect(recover(someone, recoveryKey, 'short')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const typed = recoveryKey.toLowerCase().replaceAll('-', ' ')
    const again = await recover(someone, typed, 'recovered password')
    expect(again.recoveryKey).not.toBe(recoveryKey)
    expect(await validate(someone, masterPassword)).toEqual({ valid: false })
    await expect(recover(someone, recoveryKey, 'once more please')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await recover(someone, again.recoveryKey, 'once more please')
    expect(await eventsOf(someone)).toContain('master_password_recovered')
  })

  test('wrong recovery keys lock recovery and wrong master passwords do not; recovery lifts the unlocking lock', async () => {
    const someone = await person()
    await Promise.all(
      Array.from({ length: 10 }, () => recover(someone, newRecoveryKey(), 'long enough').catch(() => {})),
    )
    const recoveryKey = someone.recoveryKey ?? ''
    await expect(recover(someone, recoveryKey, 'long enough')).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    app.advance(15 * minute)
    await attempted(someone, 10)
    await expect(validate(someone, 'wrong')).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    await recover(someone, recoveryKey, 'long enough')
    expect(await validate(someone, 'wrong')).toEqual({ valid: false })
  })

  test('rejects a user key planted in the database', async () => {
    const [someone, attacker] = [await person(), await person('known to the attacker')]
    const {
      created_at: _,
      updated_at: __,
      user_id: ___,
      ...planted
    } = await app.ctx.db
      .selectFrom('user_keys')
      .selectAll()
      .where('user_id', '=', attacker.userId)
      .executeTakeFirstOrThrow()
    await app.ctx.db.updateTable('user_keys').set(planted).where('user_id', '=', someone.userId).execute()
    await expect(validate(someone, 'known to the attacker')).rejects.toMatchObject({ code: 'INTERNAL' })
    await app.ctx.db
      .updateTable('user_keys')
      .set({ key_version: 2 })
      .where('user_id', '=', attacker.userId)
      .execute()
    await expect(validate(attacker, 'known to the attacker')).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  test('nothing that opens the vault is stored or logged in plain text', async () => {
    const someone = await person('canary-master-password')
    await validate(someone, 'canary-master-password')
    const rows = await app.ctx.db.selectFrom('user_keys').selectAll().execute()
    const stored = rows.map(({ sealed, sealed_recovery }) =>
      [sealed, sealed_recovery].map((bytes) => Buffer.from(bytes).toString('latin1')),
    )
    for (const secret of ['canary-master-password', someone.recoveryKey ?? 'none', someone.token]) {
      expect(app.logged()).not.toContain(secret)
      expect(stored.flat().join()).not.toContain(secret)
    }
  })
})

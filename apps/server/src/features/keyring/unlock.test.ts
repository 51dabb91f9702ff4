import * as contract from '@envhold/contract/keyring/keyring.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { newToken, parseToken, tokenSeed } from '@envhold/integrity/token.ts'
import { type EnvironmentEpoch, newEnvironmentKey } from '@envhold/vault/environment.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { TamperedRowError } from '../../app-error.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SessionCaller, TokenCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { changeMasterPassword } from '../accounts/keyring/master-password.ts'
import { createActivityRecorder } from '../audit-log/activity-recorder.ts'
import { environmentMac } from '../projects/project-store.ts'
import { createArgon2Limiter } from '../users/argon2-limiter.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { openEnvironmentKey } from './open-environment-key.ts'
import { findPrincipal, recipientsOf } from './principal-store.ts'
import { verifyRoster } from './roster.ts'
import { startEpoch } from './start-epoch.ts'
import { unlock } from './unlock.ts'

const origin: Origin = { requestId: 'test', ip: '192.0.2.1', userAgent: 'test' }
const masterPassword = 'master pässword'

forEachEngine((engine) => {
  const app = withApp(engine)
  const limiter = createArgon2Limiter({
    running: 1,
    maxWaitMs: 20_000,
    maxWaiting: 1,
    maxWaitingPerAccount: 1,
    maxWaitingPerAddress: 1,
    rejectionDelayMs: 0,
  })
  let keyring: Keyring
  beforeAll(async () => {
    keyring = createKeyring(app.ctx, {
      limiter,
      recorder: createActivityRecorder(app.ctx),
    })
  })

  const callerOf = ({ userId, username, token }: Person): SessionCaller => ({
    kind: 'session',
    userId,
    username,
    role: 'USER',
    session: parseToken(token, 'ses'),
    verifiedAt: app.ctx.clock(),
    verifiedBy: 'password',
    startedAt: 0,
    operatorSeenAt: null,
    deviceId: null,
  })
  const unlockAs = (someone: Person, masterPassword: string | undefined) =>
    unlock(
      { ...app.ctx, keyring },
      {
        caller: callerOf(someone),
        masterPassword,
        passkeyUnlock: undefined,
        origin,
      },
    )

  test('requires a master password, which must have been set', async () => {
    const someone = await addPerson(app)
    const required = { code: 'MASTER_PASSWORD_REQUIRED', message: 'Master password required' }
    await expect(unlockAs(someone, undefined)).rejects.toMatchObject(required)
    await expect(unlockAs(someone, '')).rejects.toMatchObject(required)
    await expect(unlockAs(someone, 'wrong')).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    const without = await addPerson(app, { masterPassword: null })
    await expect(unlockAs(without, 'any')).rejects.toMatchObject(required)
  })

  test('returns the key pair that others seal to', async () => {
    const someone = await addPerson(app)
    const { keyPair, principal, userId } = await unlockAs(someone, masterPassword)
    expect({ principal, userId }).toEqual({
      principal: { kind: 'user', id: someone.userId },
      userId: someone.userId,
    })
    const row = await findPrincipal(app.ctx, { kind: 'user', id: someone.userId })
    expect(sameBytes(row?.public_key ?? new Uint8Array(), keyPair.publicKey)).toBe(true)
  })

  test('a personal token unlocks by itself', async () => {
    const { userId, username } = await addPerson(app, { masterPassword: null })
    const token = parseToken(newToken('ppt').text, 'ppt')
    const caller: TokenCaller = {
      kind: 'personal-token',
      userId,
      username,
      role: 'USER',
      token,
      tokenName: 'CI',
      permissions: [],
      rateHeaders: {},
    }
    const holder = await unlock(
      { ...app.ctx, keyring },
      {
        caller,
        masterPassword: undefined,
        passkeyUnlock: undefined,
        origin,
      },
    )
    expect(holder.principal).toEqual({ kind: 'personal-token', id: token.id })
    expect(sameBytes(holder.keyPair.publicKey, keyPairFromSeed(tokenSeed(token)).publicKey)).toBe(true)
  })

  test('rejects a flood of unlocks for a while, and does not count those as attempts', async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, () => addPerson(app)))
    const { promise: long, resolve: end } = Promise.withResolvers<void>()
    const running = limiter.run({ lane: 'unlock', account: 'another', ipKey: 'another' }, () => long)
    const codes: string[] = []
    const unlocks = crowd.map(async (someone) => {
      codes.push(
        await unlockAs(someone, masterPassword).then(
          () => 'open',
          ({ code }) => code,
        ),
      )
    })
    await expect.poll(() => codes).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
    end()
    await Promise.all([running, ...unlocks])
    expect(codes.slice(3)).toEqual(['open'])
    const counts = await app.ctx.db
      .selectFrom('attempts')
      .select('count')
      .where('kind', '=', 'master-password')
      .where(
        'identity',
        'in',
        crowd.map(({ userId }) => String(userId)),
      )
      .execute()
    // The two admitted calls were correct, and the other two were never counted.
    expect(counts).toEqual([])
  })

  test('after a leak the old key pair opens nothing, and other users are not affected', async () => {
    const someone = await addPerson(app)
    const { userId } = someone
    const before = await unlockAs(someone, masterPassword)
    const at = await environmentOf(userId)
    const old = newEnvironmentKey()
    await inTransaction(app.ctx, async (tx) => {
      const recipients = await recipientsOf(tx, { projectId: at.project, ownerId: userId })
      await startEpoch(tx, at, { key: old, previous: null, holders: recipients })
    })
    const next = { ...at, epoch: 2 }
    const newMasterPassword = 'nobody knows this'
    const change = async () => {
      const { json } = await changeMasterPassword.routeIn({ ...app.ctx, keyring }).handle({
        caller: callerOf(someone),
        params: undefined,
        query: undefined,
        body: { currentMasterPassword: masterPassword, newMasterPassword, leaked: true },
        headers: {},
        origin,
        reservation: undefined,
        masterPassword: undefined,
        passkeyUnlock: undefined,
        confirmedEnvironment: undefined,
        ifMatch: undefined,
        ifNoneMatch: undefined,
        startedAt: 0,
        wait: (until: Promise<void>) => until,
      })
      return contract.changeMasterPassword.output.parse(json)
    }

    // Without its MAC the environment cannot be granted to the new key pair.
    await expect(change()).rejects.toThrow(TamperedRowError)
    expect(
      sameBytes((await unlockAs(someone, masterPassword)).keyPair.publicKey, before.keyPair.publicKey),
    ).toBe(true)

    await signEnvironment(at.environment)
    const { recoveryKey } = await change()
    expect(recoveryKey).not.toBe(someone.recoveryKey)
    await expect(unlockAs(someone, masterPassword)).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    const after = await unlockAs(someone, newMasterPassword)
    expect(sameBytes(after.keyPair.publicKey, before.keyPair.publicKey)).toBe(false)
    await inTransaction(app.ctx, async (tx) => {
      const previous = await openEnvironmentKey(tx, after, at)
      const holders = (await verifyRoster(tx, previous, at)).filter((holder) => holder.state === 'live')
      await startEpoch(tx, next, { key: newEnvironmentKey(), previous, holders })
    })
    const key = await openEnvironmentKey(app.ctx, after, next)
    await verifyRoster(app.ctx, key, next)
    await expect(openEnvironmentKey(app.ctx, before, next)).rejects.toThrow('Invalid master password')
  })

  const environmentOf = async (ownerId: number): Promise<EnvironmentEpoch> => {
    const times = { created_at: 0, updated_at: 0, mac: new Uint8Array(0) }
    const { id: project } = await app.ctx.db
      .insertInto('projects')
      .values({ owner_id: ownerId, name: 'a', ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    const head = { name: 'e', name_canonical: 'e', version: 0, epoch: 1, variable_count: 0, rekey_pending: 0 }
    const { id: environment } = await app.ctx.db
      .insertInto('environments')
      .values({ project_id: project, ...head, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { project, environment, epoch: 1 }
  }

  const signEnvironment = async (id: number) => {
    const rows = app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id)
    const mac = environmentMac.of(app.ctx.secrets, await rows.executeTakeFirstOrThrow())
    await app.ctx.db.updateTable('environments').set({ mac }).where('id', '=', id).execute()
  }
})

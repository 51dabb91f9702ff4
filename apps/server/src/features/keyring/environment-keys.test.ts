import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type EnvironmentEpoch, keyId, newEnvironmentKey } from '@envhold/vault/environment.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import { type KeyPair, keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { TamperedRowError } from '../../app-error.ts'
import { inTransaction } from '../../db/transaction.ts'
import { deleteGrantsOf, grantedEnvironments, grantMac, insertGrants } from './grant-store.ts'
import type { KeyHolder } from './keyring.ts'
import { openEnvironmentKey } from './open-environment-key.ts'
import { insertPrincipal, type PrincipalRow, principalOf, recipientsOf } from './principal-store.ts'
import { updateRoster, verifyRoster } from './roster.ts'
import { grantEnvironmentKey, startEpoch } from './start-epoch.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  let userId: number
  let projectId: number
  let made = 0
  beforeAll(async () => {
    userId = (await addPerson(app, { masterPassword: null })).userId
    projectId = await project(userId)
  })

  const emptyMac = new Uint8Array(0)
  const project = async (ownerId: number) => {
    const row = { owner_id: ownerId, name: 'a', created_at: 0, updated_at: 0, mac: emptyMac }
    const { id } = await app.ctx.db
      .insertInto('projects')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const environment = async (): Promise<EnvironmentEpoch> => {
    const name = `e${++made}`
    const { id } = await app.ctx.db
      .insertInto('environments')
      .values({
        project_id: projectId,
        name,
        name_canonical: name,
        version: 0,
        epoch: 1,
        variable_count: 0,
        rekey_pending: 0,
        created_at: 0,
        updated_at: 0,
        mac: emptyMac,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { project: projectId, environment: id, epoch: 1 }
  }
  type Kind = PrincipalRow['kind']
  const principal = async (kind: Kind, more: Partial<PrincipalRow> = {}) => {
    const keyPair = keyPairFromSeed(newSeed())
    const row = await inTransaction(app.ctx, (tx) =>
      insertPrincipal(tx, {
        kind,
        id: `id${++made}`,
        user_id: userId,
        project_id: null,
        all_environments: 1,
        ...more,
        public_key: keyPair.publicKey,
      }),
    )
    return { row, holder: holderOf(row, keyPair) }
  }
  const holderOf = (row: PrincipalRow, keyPair: KeyPair): KeyHolder => ({
    userId: row.user_id,
    principal: principalOf(row),
    keyPair,
  })
  const start = (
    at: EnvironmentEpoch,
    dek: EnvironmentKey,
    previous: EnvironmentKey | null,
    holders: readonly PrincipalRow[],
  ) => inTransaction(app.ctx, (tx) => startEpoch(tx, at, { key: dek, previous, holders }))
  const open = (holder: KeyHolder, at: EnvironmentEpoch) => openEnvironmentKey(app.ctx, holder, at)
  const verify = (dek: EnvironmentKey, at: EnvironmentEpoch) => verifyRoster(app.ctx, dek, at)
  const idsOf = (rows: readonly Pick<PrincipalRow, 'id'>[]) => rows.map(({ id }) => id).sort()

  /** An environment in its second epoch, with two holders. */
  const rekeyed = async () => {
    const [first, second] = [await principal('personal-token'), await principal('api-key')]
    const at = await environment()
    const holders = [first.row, second.row]
    const old = newEnvironmentKey()
    await start(at, old, null, holders)
    const next = { ...at, epoch: 2 }
    const dek = newEnvironmentKey()
    await start(next, dek, old, holders)
    return { first, second, at: next, before: at, dek, old, holders }
  }

  test('a recipient of the key opens it, and nobody else can', async () => {
    const { first, second, at, dek } = await rekeyed()
    for (const { holder } of [first, second])
      expect(sameBytes(keyId(await open(holder, at)), keyId(dek))).toBe(true)
    const stranger = await principal('personal-token')
    await expect(open(stranger.holder, at)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await grantedEnvironments(app.ctx.db, first.holder.principal)).toEqual([at.environment])
    expect(idsOf(await verify(dek, at))).toEqual(idsOf([first.row, second.row]))
  })

  test('rejects a grant of another epoch', async () => {
    const { first, before } = await rekeyed()
    await expect(open(first.holder, before)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('asks for the new master password after the key pair was replaced', async () => {
    const { first, at } = await rekeyed()
    const stale = { ...first.holder, keyPair: keyPairFromSeed(newSeed()) }
    await expect(open(stale, at)).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    await open(first.holder, at)
  })

  test('a revoked grant opens nothing', async () => {
    const { first, second, at } = await rekeyed()
    await inTransaction(app.ctx, (tx) => deleteGrantsOf(tx.db, first.holder.principal, [at.environment]))
    await expect(open(first.holder, at)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await open(second.holder, at)
  })

  test('grants the key to one more holder and updates the roster', async () => {
    const { first, at, dek } = await rekeyed()
    const third = await principal('api-key')
    await inTransaction(app.ctx, async (tx) => {
      const holders = await verifyRoster(tx, dek, at)
      await grantEnvironmentKey(tx, dek, at, [third.row])
      await updateRoster(tx, dek, at, [...holders, third.row])
    })
    await open(third.holder, at)
    expect(await verify(await open(first.holder, at), at)).toHaveLength(3)
  })

  test('detects a grant planted under the server secret: it is on no roster', async () => {
    const { at, dek } = await rekeyed()
    const planted = await principal('api-key')
    await inTransaction(app.ctx, (tx) => grantEnvironmentKey(tx, dek, at, [planted.row]))
    await expect(verify(dek, at)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('detects a swapped public key', async () => {
    const { first, at, dek } = await rekeyed()
    await app.ctx.db
      .updateTable('principals')
      .set({ public_key: keyPairFromSeed(newSeed()).publicKey })
      .where('id', '=', first.row.id)
      .execute()
    await expect(verify(dek, at)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('rejects an environment key planted under the server secret', async () => {
    const { first, second, at, holders } = await rekeyed()
    const planted = newEnvironmentKey()
    const next = { ...at, epoch: 3 }
    // An attacker does not know the previous key, so the link is to another one.
    await start(next, planted, newEnvironmentKey(), holders)
    for (const { holder } of [first, second])
      await expect(verify(await open(holder, next), next)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('rejects a first epoch in place of a later one', async () => {
    const { first, at } = await rekeyed()
    const planted = newEnvironmentKey()
    const next = { ...at, epoch: 3 }
    await start(next, planted, null, [first.row])
    await expect(verify(planted, next)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test.each(['roster_mac', 'link_mac', 'key_id', 'previous_key'] as const)(
    'detects a changed %s',
    async (column) => {
      const { first, at, dek } = await rekeyed()
      const ofEpoch = () =>
        app.ctx.db
          .updateTable('environment_epochs')
          .where('environment_id', '=', at.environment)
          .where('epoch', '=', at.epoch)
      const row = await app.ctx.db
        .selectFrom('environment_epochs')
        .selectAll()
        .where('environment_id', '=', at.environment)
        .where('epoch', '=', at.epoch)
        .executeTakeFirstOrThrow()
      const changed = Buffer.from(row[column] ?? [])
      changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
      await ofEpoch()
        .set({ [column]: changed })
        .execute()
      await expect(verify(dek, at)).rejects.toBeInstanceOf(TamperedRowError)
      if (column === 'key_id') await expect(open(first.holder, at)).rejects.toBeInstanceOf(TamperedRowError)
    },
  )

  test('detects a missing holder', async () => {
    const { first, at, dek } = await rekeyed()
    await inTransaction(app.ctx, (tx) => deleteGrantsOf(tx.db, first.holder.principal))
    await expect(verify(dek, at)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('rejects changed and swapped grants', async () => {
    const { first, second, at, dek } = await rekeyed()
    const where = () =>
      app.ctx.db
        .updateTable('grants')
        .where('environment_id', '=', at.environment)
        .where('kind', '=', 'api-key')
    const { sealed } = await app.ctx.db
      .selectFrom('grants')
      .select('sealed')
      .where('environment_id', '=', at.environment)
      .where('principal', '=', first.row.id)
      .executeTakeFirstOrThrow()
    await where().set({ sealed }).execute()
    await expect(open(second.holder, at)).rejects.toBeInstanceOf(TamperedRowError)
    await expect(verify(dek, at)).rejects.toBeInstanceOf(TamperedRowError)
    // Even with a valid MAC, the vault rejects a grant that was not sealed for this principal.
    const grant = { environment_id: at.environment, kind: 'api-key', principal: second.row.id } as const
    const mac = grantMac.of(app.ctx.secrets, { ...grant, epoch: at.epoch, sealed })
    await where().set({ mac }).execute()
    await expect(open(second.holder, at)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('rejects a grant of another key under the same name', async () => {
    const { first, at } = await rekeyed()
    const principalName = first.holder.principal
    await inTransaction(app.ctx, async (tx) => {
      await deleteGrantsOf(tx.db, principalName)
      const sealed = sealGrant(newEnvironmentKey(), at, principalName, first.row.public_key)
      const { kind, id } = first.row
      await insertGrants(tx, [
        { environment_id: at.environment, kind, principal: id, epoch: at.epoch, sealed },
      ])
    })
    await expect(open(first.holder, at)).rejects.toBeInstanceOf(TamperedRowError)
  })

  test('grants a new environment to its owner, the owner’s tokens and the project’s API keys for all environments', async () => {
    const owner = await addPerson(app)
    const other = await addPerson(app)
    const ownerId = owner.userId
    const [mine, theirs] = [await project(ownerId), await project(other.userId)]
    const token = await principal('personal-token', { user_id: ownerId })
    const key = await principal('api-key', { user_id: ownerId, project_id: mine })
    await principal('personal-token', { user_id: other.userId })
    await principal('api-key', { user_id: ownerId, project_id: mine, all_environments: 0 })
    await principal('api-key', { user_id: ownerId, project_id: theirs })
    const recipients = await recipientsOf(app.ctx, { projectId: mine, ownerId })
    expect(idsOf(recipients)).toEqual([String(ownerId), token.row.id, key.row.id].sort())
  })

  test('cannot grant to an owner without a master password', async () => {
    const { userId: ownerId } = await addPerson(app, { masterPassword: null })
    await expect(recipientsOf(app.ctx, { projectId, ownerId })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('rejects a recipient planted in the database', async () => {
    const owner = await addPerson(app)
    const { row } = await principal('personal-token', { user_id: owner.userId, all_environments: 0 })
    await app.ctx.db.updateTable('principals').set({ all_environments: 1 }).where('id', '=', row.id).execute()
    await expect(recipientsOf(app.ctx, { projectId, ownerId: owner.userId })).rejects.toBeInstanceOf(
      TamperedRowError,
    )
  })
})

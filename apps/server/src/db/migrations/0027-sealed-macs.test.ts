import { rowMac } from '@envhold/integrity/row.ts'
import { publicKeyHash } from '@envhold/vault/key-pair.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedEveryTable } from '../../../../../dev/world/seed-every-table.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import { sealedMacs } from './0027-sealed-macs.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  /** Leaves the rows as earlier versions wrote them. */
  const forgetMacs = async () => {
    const { db, secrets } = app.ctx
    await db.schema.alterTable('environment_versions').dropColumn('mac').execute()
    for (const { user_id, key_version, public_key } of await db
      .selectFrom('user_keys')
      .selectAll()
      .execute()) {
      const fields = { key_version, public_key: publicKeyHash(public_key) }
      const mac = rowMac(secrets, { table: 'user_keys', id: String(user_id), fields })
      await db.updateTable('user_keys').set({ mac }).where('user_id', '=', user_id).execute()
    }
    for (const { passkey_id, user_id, key_version } of await db
      .selectFrom('passkey_unlocks')
      .selectAll()
      .execute()) {
      const fields = { user_id, key_version }
      const mac = rowMac(secrets, { table: 'passkey_unlocks', id: passkey_id, fields })
      await db.updateTable('passkey_unlocks').set({ mac }).where('passkey_id', '=', passkey_id).execute()
    }
  }

  const verified = async () => {
    const lines: string[] = []
    await verifyEverything({ db: app.ctx.db, engine, secrets: app.ctx.secrets }, [], (line) =>
      lines.push(line),
    )
    return lines.filter((line) => line.startsWith('BROKEN '))
  }

  test('existing rows get MACs over their sealed bytes, and rows that were changed from outside stay so', async () => {
    const { environmentId } = await seedEveryTable(app)
    const { db, secrets } = app.ctx
    const version = await db
      .selectFrom('environment_versions')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('version', '=', 1)
      .executeTakeFirstOrThrow()
    // More than the migration reads at once, and a version after them.
    await db.deleteFrom('environment_versions').where('environment_id', '=', environmentId).execute()
    const many = Array.from({ length: 120 }, (_, n) => ({ ...version, version: n + 1 }))
    await db.insertInto('environment_versions').values(many).execute()
    await forgetMacs()
    await sealedMacs(db, engine, secrets)
    const found = await verified()
    expect(found.every((line) => line.startsWith(`BROKEN environment_versions ${environmentId}/`))).toBe(true)
    expect(found.filter((line) => line.includes('MAC is invalid'))).toEqual([])

    const { user_id } = await db.selectFrom('user_keys').select('user_id').executeTakeFirstOrThrow()
    await forgetMacs()
    await db.updateTable('user_keys').set({ key_version: 9 }).where('user_id', '=', user_id).execute()
    await sealedMacs(db, engine, secrets)
    expect(await verified()).toContain(
      `BROKEN user_keys ${user_id}: was changed from outside: its MAC is invalid`,
    )
  }, 60_000)
})

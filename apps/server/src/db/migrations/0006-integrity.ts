import { hash } from 'node:crypto'
import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { rosterBytes } from '@envhold/vault/roster.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/**
 * What can be verified without any key of a vault: plans and epochs get a MAC, an epoch remembers the hash of its
 * roster, an environment where its history begins, an invitation whether its link was handed over. Rows that exist get
 * their MACs here, in the one transaction that adds the columns: later, a row without a valid MAC is refused.
 */
export async function integrity(db: Kysely<Tables>, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const none = engine === 'postgres' ? sql`''::bytea` : sql`x''`
  const { schema } = db

  await schema
    .alterTable('invitations')
    .addColumn('handed_over', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('environments')
    .addColumn('oldest_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('plans')
    .addColumn('mac', bytes, (c) => c.notNull().defaultTo(none))
    .execute()
  await schema.alterTable('environment_epochs').addColumn('roster_hash', bytes).execute()
  await schema
    .alterTable('environment_epochs')
    .addColumn('mac', bytes, (c) => c.notNull().defaultTo(none))
    .execute()

  // A member of some environments is counted without the entries about API keys: blocks are counted again.
  await db.deleteFrom('activity_tallies').execute()
  await db
    .updateTable('tally_marks')
    .set(({ eb }) => ({ blocks: 0, generation: eb('generation', '+', 1) }))
    .where('chain', '=', 'activity')
    .execute()

  await markOldestVersions(db, secrets)
  await hashRosters(db)
  await addMacs(db, secrets)
}

/** An environment whose row somebody else changed keeps what it has, and is refused as before. */
async function markOldestVersions(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  const trimmed = await db
    .selectFrom('environments')
    .innerJoin('environment_versions', 'environment_versions.environment_id', 'environments.id')
    .selectAll('environments')
    .select(({ fn }) => fn.min('environment_versions.version').as('oldest'))
    .groupBy('environments.id')
    .having(({ fn }) => fn.min('environment_versions.version'), '>', 1)
    .execute()
  for (const { id, project_id, name, version, epoch, rekey_pending, mac, oldest } of trimmed) {
    const fields = { project_id, name, version, epoch, rekey_pending }
    const oldest_version = Number(oldest)
    try {
      verifyRow(secrets, { table: 'environments', id: String(id), fields }, mac)
    } catch {
      continue
    }
    await db
      .updateTable('environments')
      .set({
        oldest_version,
        mac: rowMac(secrets, {
          table: 'environments',
          id: String(id),
          fields: { ...fields, oldest_version },
        }),
      })
      .where('id', '=', id)
      .execute()
  }
}

const takenBackLength = 34

/** The hash that the roster of each present epoch has, made of its grants. Of earlier epochs nobody knows it. */
async function hashRosters(db: Kysely<Tables>): Promise<void> {
  const heads = await db.selectFrom('environments').select(['id', 'epoch']).execute()
  for (const { id, epoch } of heads) {
    const grants = await db
      .selectFrom('grants')
      .leftJoin('principals', (join) =>
        join.onRef('principals.kind', '=', 'grants.kind').onRef('principals.id', '=', 'grants.principal'),
      )
      .select(['grants.kind', 'grants.principal', 'grants.sealed', 'principals.public_key'])
      .where('environment_id', '=', id)
      .execute()
    const roster = grants.map(({ kind, principal, sealed, public_key }) => ({
      principal: kind === 'user' ? { kind, id: Number(principal) } : { kind, id: principal },
      publicKeyHash:
        sealed.length === takenBackLength
          ? sealed.subarray(2)
          : hash('sha256', public_key ?? new Uint8Array(0), 'buffer'),
    }))
    await db
      .updateTable('environment_epochs')
      .set({ roster_hash: hash('sha256', rosterBytes(roster), 'buffer') })
      .where('environment_id', '=', id)
      .where('epoch', '=', epoch)
      .execute()
  }
}

async function addMacs(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  for (const plan of await db.selectFrom('plans').selectAll().execute()) {
    const mac = rowMac(secrets, {
      table: 'plans',
      id: plan.name,
      fields: {
        price_monthly: String(plan.price_monthly),
        price_yearly: plan.price_yearly === null ? null : String(plan.price_yearly),
        max_projects: plan.max_projects,
        max_collaborators: plan.max_collaborators,
        api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
        api_rate_limit_per_day: plan.api_rate_limit_per_day,
        api_features: plan.api_features,
        is_active: plan.is_active,
      },
    })
    await db.updateTable('plans').set({ mac }).where('id', '=', plan.id).execute()
  }
  for (const row of await db.selectFrom('environment_epochs').selectAll().execute()) {
    const { environment_id, epoch, key_id, previous_key, roster_mac, link_mac, roster_hash } = row
    const mac = rowMac(secrets, {
      table: 'environment_epochs',
      id: `${environment_id}/${epoch}`,
      fields: {
        key_id,
        previous_key: previous_key && hash('sha256', previous_key, 'buffer'),
        roster_mac,
        link_mac,
        roster_hash,
      },
    })
    await db
      .updateTable('environment_epochs')
      .set({ mac })
      .where('environment_id', '=', environment_id)
      .where('epoch', '=', epoch)
      .execute()
  }
}

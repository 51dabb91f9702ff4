import {
  activityChainOf,
  activityDigest,
  activityLink,
  activityMac,
} from '@envhold/integrity/activity-chain.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import { rowsQuery } from '../json-rows.ts'
import type { Tables } from '../tables.ts'
import { type ActivityBefore, walkActivityBefore } from './0015-activity-before.ts'

/**
 * Gives the activity of each project and each account a chain, and all chains hourly roots. The one chain of all
 * activity is verified while its entries move into the new ones.
 */
export async function auditChains(db: Kysely<Tables>, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  await createTables(db, engine, bytes)
  const heads = await divide(db, engine, secrets)
  await insertHeads(db, engine, [...heads.values()])
  await db.schema
    .createIndex('activity_of_chain')
    .unique()
    .on('activity')
    .columns(['chain', 'position'])
    .execute()
}

async function createTables(
  { schema }: Kysely<Tables>,
  engine: Engine,
  bytes: RawBuilder<unknown>,
): Promise<void> {
  const none = engine === 'postgres' ? sql`''::bytea` : sql`x''`
  // The digest of a root covers chains in the order of their bytes, which is SQLite's own.
  const name = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const table = schema.alterTable('activity')
  await table.addColumn('chain', name, (c) => c.notNull().defaultTo('')).execute()
  await table.addColumn('position', 'bigint', (c) => c.notNull().defaultTo(0)).execute()
  await table.addColumn('link', bytes, (c) => c.notNull().defaultTo(none)).execute()
  // Command lines and data folders remember MACs of the one chain, and compare them later.
  await table.addColumn('mac_before', bytes).execute()
  await schema
    .createTable('activity_heads')
    .addColumn('chain', name, (c) => c.primaryKey())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('link', bytes, (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema
    .createTable('audit_roots')
    .addColumn('number', 'bigint', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('chains', 'bigint', (c) => c.notNull())
    .addColumn('digest', bytes, (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema
    .createTable('root_points')
    .addColumn('chain', name, (c) => c.primaryKey())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('link', bytes, (c) => c.notNull())
    .execute()
}

/** The end of a chain while entries are added to it; `mac` is that of the last entry. */
interface Head {
  readonly chain: string
  readonly sequence: number
  readonly at: number
  readonly link: Uint8Array
  readonly mac: Uint8Array
}

/** Moves the entries into their chains, and the head of all activity to the new MAC of the newest entry. */
async function divide(
  db: Kysely<Tables>,
  engine: Engine,
  secrets: ServerSecrets,
): Promise<ReadonlyMap<string, Head>> {
  const heads = new Map<string, Head>()
  let newest: Uint8Array | undefined
  for await (const page of walkActivityBefore(db, secrets)) {
    const moved = page.map((row) => {
      const head = nextHead(secrets, heads, row)
      heads.set(head.chain, head)
      newest = head.mac
      return {
        row: row.sequence,
        chain: head.chain,
        place: head.sequence,
        link: hex(head.link),
        mac: hex(head.mac),
      }
    })
    await moveRows(db, engine, moved)
  }
  if (newest) await sql`update chain_heads set mac = ${newest} where chain = 'activity'`.execute(db)
  return heads
}

function nextHead(secrets: ServerSecrets, heads: ReadonlyMap<string, Head>, row: ActivityBefore): Head {
  const entry = {
    sequence: row.sequence,
    at: row.at,
    eventType: row.event_type,
    category: row.category,
    severity: row.severity,
    description: row.description,
    userId: row.user_id,
    tokenId: row.token_id,
    projectId: row.project_id,
    environmentId: row.environment_id,
    ip: row.ip,
    requestId: row.request_id,
  }
  const chain = activityChainOf(entry)
  const before = heads.get(chain)
  const position = (before?.sequence ?? 0) + 1
  const digest = activityDigest(entry)
  const link = activityLink({ chain, previousLink: before?.link ?? null, position, digest })
  return { chain, sequence: position, at: row.at, link, mac: activityMac(secrets, { chain, position, link }) }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const bytesOf = (engine: Engine, column: string) =>
  sql.raw(engine === 'postgres' ? `decode(given.${column}, 'hex')` : `unhex(given.${column})`)

interface GivenRow {
  readonly row: number
  readonly chain: string
  readonly place: number
  readonly link: string
  readonly mac: string
}

const moveRows = rowsQuery<GivenRow>(
  { row: 'bigint', chain: 'text', place: 'bigint', link: 'text', mac: 'text' },
  (given, engine) => sql`
    update activity set
      chain = given.chain, position = given.place, link = ${bytesOf(engine, 'link')},
      mac_before = activity.mac, mac = ${bytesOf(engine, 'mac')}
    from ${given} where activity.sequence = given.row`,
)

interface GivenHead {
  readonly chain: string
  readonly sequence: number
  readonly time: number
  readonly link: string
  readonly mac: string
}

const headRows = rowsQuery<GivenHead>(
  { chain: 'text', sequence: 'bigint', time: 'bigint', link: 'text', mac: 'text' },
  (given, engine) => sql`
    insert into activity_heads (chain, sequence, at, link, mac)
    select chain, sequence, time, ${bytesOf(engine, 'link')}, ${bytesOf(engine, 'mac')} from ${given}`,
)

const headsAtOnce = 1_000

async function insertHeads(db: Kysely<Tables>, engine: Engine, heads: readonly Head[]): Promise<void> {
  for (let at = 0; at < heads.length; at += headsAtOnce)
    await headRows(
      db,
      engine,
      heads.slice(at, at + headsAtOnce).map((head) => ({
        chain: head.chain,
        sequence: head.sequence,
        time: head.at,
        link: hex(head.link),
        mac: hex(head.mac),
      })),
    )
}

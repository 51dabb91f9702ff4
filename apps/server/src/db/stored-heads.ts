import { sql } from 'kysely'
import type { Db, Engine } from './connect.ts'

/** The newest entry of an audit chain. `mac` is hexadecimal, and empty for an empty chain. */
export interface StoredHead {
  readonly sequence: number
  readonly mac: string
}

export const chains = ['activity', 'usage'] as const

/** What distinguishes one state of the database from an older one. */
export interface StoredState {
  readonly instanceId: string
  readonly heads: Readonly<Record<(typeof chains)[number], StoredHead>>
}

const hex = (mac: Uint8Array | null | undefined) => Buffer.from(mac ?? []).toString('hex')

/** Whether the database contains any Envhold table. Called before the migrations create them. */
export async function hasTables(db: Db, engine: Engine): Promise<boolean> {
  const found =
    engine === 'postgres'
      ? sql`select 1 where to_regclass('chain_heads') is not null`
      : sql`select 1 from sqlite_master where name = 'chain_heads'`
  return (await found.execute(db)).rows.length > 0
}

/** Reads the instance id and the heads of its chains, in separate statements. */
export async function readStoredState(db: Db): Promise<StoredState> {
  const id = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'instance-id')
    .executeTakeFirst()
  const rows = await db.selectFrom('chain_heads').selectAll().where('chain', 'in', chains).execute()
  const headOf = (chain: string): StoredHead => {
    const row = rows.find((one) => one.chain === chain)
    return { sequence: row?.sequence ?? 0, mac: hex(row?.mac) }
  }
  return {
    instanceId: id?.value ?? '',
    heads: { activity: headOf('activity'), usage: headOf('usage') },
  }
}

/** The MAC of one entry; undefined when the entry is not stored, such as usage older than 90 days. */
export async function readEntryMac(
  db: Db,
  chain: (typeof chains)[number],
  sequence: number,
): Promise<string | undefined> {
  const row = await db.selectFrom(chain).select('mac').where('sequence', '=', sequence).executeTakeFirst()
  return row && hex(row.mac)
}

/** When the newest entry of any chain was written; undefined while all chains are empty. */
export async function readNewestEntryTime(db: Db): Promise<number | undefined> {
  const times = await Promise.all(
    chains.map((chain) =>
      db.selectFrom(chain).select('at').orderBy('sequence', 'desc').limit(1).executeTakeFirst(),
    ),
  )
  const known = times.flatMap((row) => (row ? [row.at] : []))
  return known.length > 0 ? Math.max(...known) : undefined
}

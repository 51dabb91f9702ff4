import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'
import { tableRows } from '../table-rows.ts'

/** The newest entry of all activity, or the newest root. `mac` is hexadecimal, and empty if there is none. */
export interface StoredHead {
  readonly sequence: number
  readonly mac: string
}

/** The end of a commit of usage, its link in hexadecimal. */
export interface StoredUsage {
  readonly projectId: number
  readonly sequence: number
  readonly link: string
}

/** What distinguishes one state of the database from an older one. */
export interface StoredState {
  readonly instanceId: string
  readonly activity: StoredHead
  /** Its `sequence` is the number of the root. */
  readonly root: StoredHead
  /** The newest commit that this process made or found; null while there is none. */
  readonly usage: StoredUsage | null
}

const roots = tableRows('audit_roots')
const usageHeads = tableRows('usage_heads')

const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex')

/** Whether the database contains any Envhold table. Called before they are created. */
export async function hasTables(db: Db, engine: Engine): Promise<boolean> {
  const hasChainHeads =
    engine === 'postgres'
      ? sql`select 1 where to_regclass('chain_heads') is not null`
      : sql`select 1 from sqlite_master where name = 'chain_heads'`
  return (await hasChainHeads.execute(db)).rows.length > 0
}

export const readInstanceId = async (db: Db) =>
  (await tableRows('instance').find({ db }, { key: 'instance-id' }))?.value ?? ''

/**
 * Reads the instance id and the newest entries, in separate statements.
 * @param usage a commit of usage that is stored
 */
export async function readStoredState(db: Db, usage: StoredUsage | null = null): Promise<StoredState> {
  const activity = await tableRows('chain_heads').find({ db }, { chain: 'activity' })
  const [root] = await roots.list({ db }, {}, { orderBy: ['number desc'], limit: 1 })
  return {
    instanceId: await readInstanceId(db),
    activity: { sequence: activity?.sequence ?? 0, mac: hex(activity?.mac) },
    root: { sequence: root?.number ?? 0, mac: hex(root?.mac) },
    usage,
  }
}

/** Whether an entry of the activity log has this MAC, or had it before the server secret was rotated. */
export async function hasEntryMac(db: Db, { sequence, mac }: StoredHead): Promise<boolean> {
  const { rows } = await sql<{ mac: Uint8Array; mac_before: Uint8Array | null }>`
    select mac, mac_before from activity where sequence = ${sequence}`.execute(db)
  return rows.some((row) => hex(row.mac) === mac || hex(row.mac_before) === mac)
}

/** The MAC of a root; undefined if it is not stored. */
export async function readStoredRootMac(db: Db, number: number): Promise<string | undefined> {
  const root = await roots.find({ db }, { number })
  return root && hex(root.mac)
}

/** The newest commit of usage of all projects. Reads the heads of all, so it is for the start only. */
export async function findNewestUsage(db: Db): Promise<StoredUsage | null> {
  const newest = { orderBy: ['at desc'], limit: 1 } as const
  const [head] = await usageHeads.list({ db }, (is) => is('sequence', '>', 0), newest)
  return head ? { projectId: head.project_id, sequence: head.sequence, link: hex(head.link) } : null
}

/** How a project's usage relates to a commit that it once had. */
export async function compareUsage(db: Db, { projectId, sequence, link }: StoredUsage) {
  const head = await usageHeads.find({ db }, { project_id: projectId })
  if (!head || head.sequence < sequence) return 'behind'
  if (head.start_sequence >= sequence) return 'same'
  const [pack] = await tableRows('usage_packs').list(
    { db },
    [{ project_id: projectId }, (is) => is('first_sequence', '<=', sequence)],
    { orderBy: ['first_sequence desc'], limit: 1 },
  )
  return pack?.last_sequence === sequence && hex(pack.link) === link ? 'same' : 'another history'
}

/** When the newest activity or root was written; undefined before that. */
export async function readNewestEntryTime(db: Db): Promise<number | undefined> {
  const [activity, root] = await Promise.all([
    db.selectFrom('activity').select('at').orderBy('sequence', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('audit_roots').select('at').orderBy('number', 'desc').limit(1).executeTakeFirst(),
  ])
  const known = [activity, root].flatMap((row) => (row ? [row.at] : []))
  return known.length > 0 ? Math.max(...known) : undefined
}

/** The end of a commit in the usage of a project. */
export interface UsageEnd {
  readonly projectId: number
  readonly sequence: number
  readonly link: Uint8Array
}

/** The newest usage that this process has committed. A database that lacks it was replaced by an older one. */
export interface NewestUsage {
  committed: UsageEnd | undefined
}

export const createNewestUsage = (): NewestUsage => ({ committed: undefined })

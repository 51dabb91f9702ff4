import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { hex, insertRows, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { usageHeads } from '../../db/schema/usage.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ChainPoint } from './verdict.ts'

/** The end of the chain of a project's usage. */
export interface UsageHead {
  readonly projectId: number
  readonly sequence: number
  /** When its last commit was written, in ms; 0 while the chain is empty. */
  readonly at: number
  readonly link: Uint8Array | null
}

interface Project {
  readonly project: number
}

type HeadRow = Omit<UsageHead, 'projectId'> & { readonly project_id: number }

const lock = rowsQuery<Project, HeadRow>(
  { project: 'bigint' },
  (rows, engine) => sql<HeadRow>`
    select project_id, sequence, at, link from usage_heads
    where project_id in (select project from ${rows}) order by project_id
    ${sql.raw(engine === 'postgres' ? 'for update' : '')}`,
)

const addMissing = rowsQuery<Project>(
  { project: 'bigint' },
  (rows) => sql`
    insert into usage_heads (project_id, sequence, at)
    select project, 0, 0 from ${rows} where true order by project
    on conflict (project_id) do nothing`,
)

/**
 * Reads the heads of these projects, and locks them until the transaction ends, in the order of the projects' ids, so
 * that two commits cannot deadlock.
 */
export async function lockUsageHeads(
  { db, engine }: TrxContext<'engine'>,
  projectIds: readonly number[],
): Promise<UsageHead[]> {
  const chainRows = projectIds.map((project) => ({ project }))
  const rows = await lock(db, engine, chainRows)
  if (rows.length === projectIds.length) return rows.map(headOf)
  await addMissing(db, engine, chainRows)
  return (await lock(db, engine, chainRows)).map(headOf)
}

const headOf = ({ project_id, ...row }: HeadRow): UsageHead => ({ projectId: project_id, ...row })

export const insertPacks = (trx: Trx, packs: readonly Row<'usage_packs'>[]) =>
  insertRows(trx, 'usage_packs', packs)

/** The new end of a chain. */
export interface MovedHead {
  readonly projectId: number
  readonly sequence: number
  readonly at: number
  readonly link: Uint8Array
  readonly mac: Uint8Array
}

interface GivenHead {
  readonly project: number
  readonly sequence: number
  readonly time: number
  readonly link: string
  readonly mac: string
}

const move = rowsQuery<GivenHead>(
  { project: 'bigint', sequence: 'bigint', time: 'bigint', link: 'text', mac: 'text' },
  (rows, engine) => sql`
    update usage_heads set
      sequence = given.sequence, at = given.time,
      link = ${jsonBytes(engine, 'link')}, mac = ${jsonBytes(engine, 'mac')}
    from ${rows} where usage_heads.project_id = given.project`,
)

export async function moveUsageHeads(
  { db, engine }: TrxContext<'engine'>,
  heads: readonly MovedHead[],
): Promise<void> {
  const rows = heads.map(({ projectId, sequence, at, link, mac }) => ({
    project: projectId,
    sequence,
    time: at,
    link: hex(link),
    mac: hex(mac),
  }))
  await move(db, engine, rows)
}

/**
 * Authenticates the link before the first stored pack. Without it, someone who deletes the beginning of a chain could
 * write a matching link.
 */
export const startMac = usageHeads.mac

/** Where the chain of a project begins. @returns null when this server did not write it */
export function startOf(
  secrets: ServerSecrets,
  {
    project_id,
    start_sequence,
    start_link,
    start_mac,
  }: Omit<Row<'usage_heads'>, 'sequence' | 'at' | 'link' | 'mac'>,
): ChainPoint | null {
  if (start_sequence === 0 && start_link === null && start_mac === null) return { sequence: 0, link: null }
  if (start_link === null || start_mac === null) return null
  try {
    startMac.check(secrets, { project_id, start_sequence, start_link, mac: start_mac })
    return { sequence: start_sequence, link: start_link }
  } catch {
    return null
  }
}

/**
 * The MAC of a chain's start under the newest server secret; null while nothing was trimmed.
 * @throws TamperedRowError
 */
export function renewStartMac(
  secrets: ServerSecrets,
  { project_id, start_sequence, start_link, start_mac }: Row<'usage_heads'>,
): Uint8Array | null {
  if (start_link === null || start_mac === null) return null
  startMac.check(secrets, { project_id, start_sequence, start_link, mac: start_mac })
  return startMac.of(secrets, { project_id, start_sequence, start_link })
}

export const readUsageHead = (db: Db, projectId: number): Promise<Row<'usage_heads'> | undefined> =>
  db.selectFrom('usage_heads').selectAll().where('project_id', '=', projectId).executeTakeFirst()

/** Reads at most `limit` heads of the projects after one, in the order of their ids. */
export const readUsageHeadsAfter = (
  db: Db,
  projectId: number,
  limit: number,
): Promise<Row<'usage_heads'>[]> =>
  db
    .selectFrom('usage_heads')
    .selectAll()
    .where('project_id', '>', projectId)
    .orderBy('project_id')
    .limit(limit)
    .execute()

/** Reads the head of a project's usage, and locks it until the transaction ends. */
export const lockUsageHead = (
  { db, engine }: TrxContext<'engine'>,
  projectId: number,
): Promise<Row<'usage_heads'> | undefined> =>
  db
    .selectFrom('usage_heads')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** Moves the beginning of a project's chain. */
export async function moveUsageStart(
  { db, secrets }: { readonly db: Trx; readonly secrets: ServerSecrets },
  projectId: number,
  { sequence, link }: { readonly sequence: number; readonly link: Uint8Array },
): Promise<void> {
  const start = { project_id: projectId, start_sequence: sequence, start_link: link }
  await db
    .updateTable('usage_heads')
    .set({ start_sequence: sequence, start_link: link, start_mac: startMac.of(secrets, start) })
    .where('project_id', '=', projectId)
    .execute()
}

/**
 * The link of a project's usage at a sequence number; undefined unless a commit ends there, or the trimmed part of the
 * chain does.
 */
export async function readUsageLinkAt(
  db: Db,
  projectId: number,
  sequence: number,
): Promise<ChainPoint | undefined> {
  const head = await readUsageHead(db, projectId)
  if (head?.start_sequence === sequence) return { sequence, link: head.start_link }
  const pack = await db
    .selectFrom('usage_packs')
    .select(['last_sequence', 'link'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '<=', sequence)
    .orderBy('first_sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pack?.last_sequence === sequence && pack.link ? { sequence, link: pack.link } : undefined
}

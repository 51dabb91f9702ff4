import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { hex, insertRows, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { usageHeads } from '../../db/schema/usage.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { type ChainPoint, isPassed } from './verdict.ts'

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

/** A project as the statements of chains receive it. */
export const chainRow = (project: number): Project => ({ project })

type HeadRow = Omit<UsageHead, 'projectId'> & { readonly project_id: number }

export const headLock = rowsQuery<Project, HeadRow>(
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
  const chainRows = projectIds.map(chainRow)
  const rows = await headLock(db, engine, chainRows)
  if (rows.length === projectIds.length) return rows.map(headOf)
  await addMissing(db, engine, chainRows)
  return (await headLock(db, engine, chainRows)).map(headOf)
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

export const headMove = rowsQuery<GivenHead>(
  { project: 'bigint', sequence: 'bigint', time: 'bigint', link: 'text', mac: 'text' },
  (rows, engine) => sql`
    update usage_heads set
      sequence = given.sequence, at = given.time,
      link = ${jsonBytes(engine, 'link')}, mac = ${jsonBytes(engine, 'mac')}
    from ${rows} where usage_heads.project_id = given.project`,
)

export async function moveUsageHeads({ db, engine }: TrxContext<'engine'>, heads: readonly MovedHead[]) {
  await headMove(db, engine, heads.map(givenHead))
}

export const givenHead = ({ projectId, sequence, at, link, mac }: MovedHead): GivenHead => ({
  project: projectId,
  sequence,
  time: at,
  link: hex(link),
  mac: hex(mac),
})

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
  const check = () => startMac.check(secrets, { project_id, start_sequence, start_link, mac: start_mac })
  return isPassed(check) ? { sequence: start_sequence, link: start_link } : null
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

const heads = tableRows('usage_heads')

export const readUsageHead = (db: Db, projectId: number) => heads.find({ db }, { project_id: projectId })

/** Reads at most `limit` heads of the projects after one, in the order of their ids. */
export const readUsageHeadsAfter = (db: Db, projectId: number, limit: number) =>
  heads.list({ db }, (is) => is('project_id', '>', projectId), { orderBy: ['project_id'], limit })

/** Reads the head of a project's usage, and locks it until the transaction ends. */
export const lockUsageHead = async (ctx: TrxContext<'engine'>, projectId: number) =>
  (await heads.list(ctx, { project_id: projectId }, { lock: ctx.engine === 'postgres' }))[0]

/** Moves the beginning of a project's chain. */
export async function moveUsageStart(
  { db, secrets }: { readonly db: Trx; readonly secrets: ServerSecrets },
  project_id: number,
  { sequence, link }: { readonly sequence: number; readonly link: Uint8Array },
): Promise<void> {
  const start = { start_sequence: sequence, start_link: link }
  const start_mac = startMac.of(secrets, { project_id, ...start })
  await heads.update({ db }, { project_id }, { ...start, start_mac })
}

/**
 * The link of a project's usage at a sequence number; undefined unless a commit ends there, or the trimmed part of the
 * chain does.
 */
export async function readUsageLinkAt(db: Db, projectId: number, sequence: number) {
  const head = await readUsageHead(db, projectId)
  if (head?.start_sequence === sequence) return { sequence, link: head.start_link }
  const [pack] = await tableRows('usage_packs').list(
    { db },
    [{ project_id: projectId }, (is) => is('first_sequence', '<=', sequence)],
    { orderBy: ['first_sequence desc'], limit: 1 },
  )
  return pack?.last_sequence === sequence && pack.link ? { sequence, link: pack.link } : undefined
}

import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import { insertRows, rowsQuery } from '../../db/json-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

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
  (given, engine) => sql<HeadRow>`
    select project_id, sequence, at, link from usage_heads
    where project_id in (select project from ${given}) order by project_id
    ${sql.raw(engine === 'postgres' ? 'for update' : '')}`,
)

const addMissing = rowsQuery<Project>(
  { project: 'bigint' },
  (given) => sql`
    insert into usage_heads (project_id, sequence, at)
    select project, 0, 0 from ${given} where true order by project
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
  const given = projectIds.map((project) => ({ project }))
  const rows = await lock(db, engine, given)
  if (rows.length === projectIds.length) return rows.map(headOf)
  await addMissing(db, engine, given)
  return (await lock(db, engine, given)).map(headOf)
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
  (given, engine) => {
    const bytes = (column: string) =>
      sql.raw(engine === 'postgres' ? `decode(given.${column}, 'hex')` : `unhex(given.${column})`)
    return sql`
      update usage_heads set
        sequence = given.sequence, at = given.time, link = ${bytes('link')}, mac = ${bytes('mac')}
      from ${given} where usage_heads.project_id = given.project`
  },
)

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

export async function moveUsageHeads(
  { db, engine }: TrxContext<'engine'>,
  heads: readonly MovedHead[],
): Promise<void> {
  const given = heads.map(({ projectId, sequence, at, link, mac }) => ({
    project: projectId,
    sequence,
    time: at,
    link: hex(link),
    mac: hex(mac),
  }))
  await move(db, engine, given)
}

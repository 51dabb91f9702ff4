import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import type { Db, Engine } from '../../../db/connect.ts'
import { contains } from '../../../db/like-pattern.ts'
import { blockLength } from '../../audit-log/block.ts'
import type { PackPosition } from '../usage-list-store.ts'

/** A place among all calls, which are ordered by their time, then by project, then by their number in it. */
export interface CallPoint {
  readonly at: number
  readonly project: number
  readonly sequence: number
}

export interface UsageCursor extends PackPosition {
  readonly key: string
  /** 0 if none of its calls can match. */
  readonly fits: number
}

/** What calls must have that is in the text of their pack alone. */
export interface CallFilter {
  /** The first digit of the status. */
  readonly statusGroup?: number | undefined
  readonly ip?: string | undefined
}

interface CallRequest extends CallFilter {
  /** Only packs that begin before this point. */
  readonly before: CallPoint
  readonly from: number
  readonly until: number
  readonly limit: number
}

/**
 * Whether a call of a pack can match. In the text, a status follows the request's id, and an address is in quotes; what
 * repeats is left out, but is there once. Looking for both in the text spares reading most packs.
 */
function fits(engine: Engine, { statusGroup, ip }: CallFilter): RawBuilder<unknown> {
  const status = `%",${statusGroup}__`
  return sql.join(
    [
      sql`erased = 0`,
      ...(statusGroup === undefined
        ? []
        : [sql`(entries like ${`${status},%`} or entries like ${`${status}]%`})`]),
      ...(ip === undefined ? [] : [contains(engine, 'entries', JSON.stringify(ip))]),
    ],
    sql` and `,
  )
}

const columns = (engine: Engine, filter: CallFilter) => sql`
  project_id as project, first_sequence as first, last_sequence as last, at as time, api_key_id as key,
  case when ${fits(engine, filter)} then 1 else 0 end as fits`

/** The newest packs of all projects. */
export async function newestPlaces(
  { db, engine }: DbContext<'engine'>,
  { before, from, until, limit, ...filter }: CallRequest,
): Promise<UsageCursor[]> {
  const { at, project, sequence } = before
  const { rows } = await sql<UsageCursor>`
    select ${columns(engine, filter)} from usage_packs
    where at >= ${from} and at <= ${Math.min(at, until)}
      and (at, project_id, first_sequence) < (${at}, ${project}, ${sequence})
    order by at desc, project_id desc, first_sequence desc limit ${limit}`.execute(db)
  return rows
}

/** The newest packs of one project. */
export async function newestPlacesOf(
  { db, engine }: DbContext<'engine'>,
  projectId: number,
  { before, from, until, limit, ...filter }: CallRequest,
): Promise<UsageCursor[]> {
  const end = Math.min(before.sequence, await firstSequenceAfter(db, projectId, until))
  const { rows } = await sql<UsageCursor>`
    select ${columns(engine, filter)} from usage_packs
    where project_id = ${projectId} and first_sequence < ${end} and at >= ${from} and at <= ${until}
    order by first_sequence desc limit ${limit}`.execute(db)
  return rows
}

/** A call of a project from which on all are newer than a time, as far as rolled-up blocks tell. */
async function firstSequenceAfter(db: Db, projectId: number, time: number): Promise<number> {
  const { block } = await db
    .selectFrom('usage_tallies')
    .select(({ fn }) => fn.min<number | null>('block').as('block'))
    .where('project_id', '=', projectId)
    .where('first_at', '>', time)
    .executeTakeFirstOrThrow()
  return block === null ? Number.MAX_SAFE_INTEGER : block * blockLength + 1
}

import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { hex, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Row } from '../../db/tables.ts'
import {
  chainRow,
  givenHead,
  headLock,
  headMove,
  type MovedHead,
  type UsageHead,
} from '../audit-log/usage-chain-store.ts'
import { type CountedCalls, counterRaise, type HeldCalls, inLockOrder } from './key-counter-store.ts'
import { monthOf, type WindowCount, windowKeyText, windowRaise, windowsToRaise } from './rate-window-store.ts'

/** The most that the windows of a counter may hold, of a key or an owner. */
export interface CounterLimit {
  readonly name: string
  readonly hour: number
  readonly day: number
  readonly month: number
}

/** What counters hold: those of keys, and months by `windowKeyText`. */
export interface RaisedCounts {
  readonly counters: readonly HeldCalls[]
  readonly months: ReadonlyMap<string, number>
}

/** What is counted and appended together. */
export interface UsageBatch {
  readonly counters: readonly CountedCalls[]
  readonly months: readonly WindowCount[]
  readonly limits: readonly CounterLimit[]
  /** In the order of their ids. */
  readonly projectIds: readonly number[]
  /** Where their chains are expected to end. None is empty. */
  readonly from: readonly UsageHead[]
  readonly to: readonly MovedHead[]
  readonly packs: readonly Row<'usage_packs'>[]
}

/** What was written. */
export interface AppendedBatch {
  readonly counts: RaisedCounts
  /** The projects whose chains ended where they were expected to. To others nothing was appended. */
  readonly appended: ReadonlySet<number>
  /** Where the other chains end. */
  readonly otherEnds: readonly UsageHead[]
}

interface GivenPack {
  readonly project: number
  readonly first: number
  readonly last: number
  readonly time: number
  readonly key: string
  readonly entries: string
  readonly digest: string
  readonly link: string | null
  readonly mac: string | null
}

const packInsert = rowsQuery<GivenPack>(
  {
    ...{ project: 'bigint', first: 'bigint', last: 'bigint', time: 'bigint' },
    ...{ key: 'text', entries: 'text', digest: 'text', link: 'text', mac: 'text' },
  },
  (rows, engine) => sql`
    insert into usage_packs
      (project_id, first_sequence, last_sequence, at, api_key_id, entries, erased, digest, link, mac)
    select project, first, last, time, key, entries, 0,
      ${jsonBytes(engine, 'digest')}, ${jsonBytes(engine, 'link')}, ${jsonBytes(engine, 'mac')}
    from ${rows}`,
)

const expectedHeads = rowsQuery<{ project: number; sequence: number; link: string }>(
  { project: 'bigint', sequence: 'bigint', link: 'text' },
  (rows, engine) => sql`
    select given.project from locked inner join ${rows} on locked.project_id = given.project
      and locked.sequence = given.sequence and locked.link = ${jsonBytes(engine, 'link')}`,
)

const exceededLimits = rowsQuery<CounterLimit>(
  { name: 'text', hour: 'bigint', day: 'bigint', month: 'bigint' },
  (rows) => sql`
    select from counts inner join ${rows} on counts.name = given.name
    where counts.hour > given.hour or counts.day > given.day or counts.month > given.month`,
)

type Source = (rows: RawBuilder<unknown>) => RawBuilder<unknown>

/** Rows that are read once another part has run, so that all nodes take locks in the same order. */
const after =
  (part: string): Source =>
  (rows) =>
    sql`(select given.* from ${rows} where (select count(*) from ${sql.id(part)}) >= 0) as given`

/** Rows of projects whose chains end where they are expected to. */
const ofExpected: Source = (rows) => sql`
  (select given.* from ${rows} where given.project in (select project from expected)) as given`

/** The first rows. They limit the time to wait for a lock, as the beginning of a transaction does. */
const withLockTimeout: Source = (rows) => sql`
  (select given.* from (select set_config('lock_timeout', ${''}, true)) as limited, ${rows}) as given`

/** As arrays: as rows, they would be an object each. Of no row, null. */
interface ResultRow {
  readonly keys: readonly (readonly [counter: string, hour: number, day: number])[] | null
  readonly owners: readonly (readonly [principal: string, month: number])[] | null
  /** The link in hexadecimal. */
  readonly heads:
    | readonly (readonly [
        project: number,
        isExpected: boolean,
        sequence: number,
        at: number,
        link: string | null,
      ])[]
    | null
}

/** Divides by zero, which rolls the statement back, if a limit is exceeded. */
const appendBatch = preparedQuery((db) => ({
  compile: () =>
    sql<ResultRow>`
      with counted as (${counterRaise.within(withLockTimeout)}),
      months as (${windowRaise.within(after('counted'))}),
      locked as (${headLock.within(after('months'))}),
      expected as (${expectedHeads.within()}),
      moved as (${headMove.within(ofExpected)}),
      packed as (${packInsert.within(ofExpected)}),
      counts as (
        select counter as name, hour, day, null::bigint as month from counted
        union all select principal, null, null, count from months
      )
      select
        (select json_agg(json_build_array(counter, hour, day)) from counted) as keys,
        (select json_agg(json_build_array(principal, count)) from months) as owners,
        (select json_agg(json_build_array(project_id, project_id in (select project from expected),
          sequence, at, encode(link, 'hex'))) from locked) as heads
      where 1 = 1 / (case when exists (${exceededLimits.within()}) then 0 else 1 end)`.compile(db),
}))

const divisionByZero = '22012'

/**
 * Counts and appends a batch in one statement, for PostgreSQL, unless a limit is exceeded. To a chain that does not end
 * where it is expected to, nothing is appended, although its calls are counted.
 * @returns undefined if a limit is exceeded: nothing was written
 */
export async function appendWhereExpected(
  { db, config }: DbContext<'config'>,
  { counters, months, limits, projectIds, from, to, packs }: UsageBatch,
  now: number,
): Promise<AppendedBatch | undefined> {
  const parameters = [
    `${config.postgres.lockMs}`,
    ...counterRaise.parameters(inLockOrder(counters), now),
    ...windowRaise.parameters(windowsToRaise(months, now)),
    ...headLock.parameters(projectIds.map(chainRow)),
    ...expectedHeads.parameters(from.map(expectedHead)),
    ...headMove.parameters(to.map(givenHead)),
    ...packInsert.parameters(packs.map(givenPack)),
    ...exceededLimits.parameters(limits),
  ]
  try {
    return batchOf(await appendBatch(db, parameters))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === divisionByZero) return undefined
    throw error
  }
}

function batchOf([row]: readonly ResultRow[]): AppendedBatch {
  const { keys, owners, heads } = row ?? { keys: null, owners: null, heads: null }
  return {
    counts: {
      counters: (keys ?? []).map(([counter, hour, day]) => ({ counter, hour, day })),
      months: new Map((owners ?? []).map(([name, count]) => [windowKeyText(monthOf(name)), count])),
    },
    appended: new Set((heads ?? []).flatMap(([id, isExpected]) => (isExpected ? [id] : []))),
    otherEnds: (heads ?? []).flatMap(([projectId, isExpected, sequence, at, link]) =>
      isExpected ? [] : [{ projectId, sequence, at, link: link === null ? null : Buffer.from(link, 'hex') }],
    ),
  }
}

const expectedHead = ({ projectId, sequence, link }: UsageHead) => ({
  project: projectId,
  sequence,
  link: hex(link ?? new Uint8Array()),
})

const givenPack = (pack: Row<'usage_packs'>): GivenPack => ({
  project: pack.project_id,
  first: pack.first_sequence,
  last: pack.last_sequence,
  time: pack.at,
  key: pack.api_key_id,
  entries: pack.entries,
  digest: hex(pack.digest),
  link: pack.link && hex(pack.link),
  mac: pack.mac && hex(pack.mac),
})

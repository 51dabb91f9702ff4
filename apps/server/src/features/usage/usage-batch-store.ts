import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { hex, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Row } from '../../db/tables.ts'
import {
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
  /** The expected ends of the chains, in the order of the projects' ids. None is empty. */
  readonly from: readonly UsageHead[]
  readonly to: readonly MovedHead[]
  readonly packs: readonly Row<'usage_packs'>[]
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
    select from locked inner join ${rows} on locked.project_id = given.project
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

/** The first rows. They limit the time to wait for a lock, as the beginning of a transaction does. */
const withLockTimeout: Source = (rows) => sql`
  (select given.* from (select set_config('lock_timeout', ${''}, true)) as limited, ${rows}) as given`

interface CountRow {
  readonly name: string
  readonly hour: number | null
  readonly day: number | null
  readonly month: number | null
}

/** Divides by zero, which rolls the statement back, unless all is as expected. */
const appendBatch = preparedQuery((db) => ({
  compile: () =>
    sql<CountRow>`
      with counted as (${counterRaise.within(withLockTimeout)}),
      months as (${windowRaise.within(after('counted'))}),
      locked as (${headLock.within(after('months'))}),
      moved as (${headMove.within(after('locked'))}),
      packed as (${packInsert.within(after('locked'))}),
      counts as (
        select counter as name, hour, day, null::bigint as month from counted
        union all select principal, null, null, count from months
      )
      select * from counts where 1 = 1 / (
        case when (select count(*) from (${expectedHeads.within()}) as expected) = ${0}
          and not exists (${exceededLimits.within()}) then 1 else 0 end)`.compile(db),
}))

const divisionByZero = '22012'

/**
 * Counts and appends a batch in one statement, for PostgreSQL, if the chains end where it begins and no limit is
 * exceeded.
 * @returns the new counts; undefined if nothing was written
 */
export async function appendIfAsExpected(
  { db, config }: DbContext<'config'>,
  { counters, months, limits, from, to, packs }: UsageBatch,
  now: number,
): Promise<RaisedCounts | undefined> {
  const parameters = [
    `${config.postgres.lockMs}`,
    ...counterRaise.parameters(inLockOrder(counters), now),
    ...windowRaise.parameters(windowsToRaise(months, now)),
    ...headLock.parameters(to.map(({ projectId }) => ({ project: projectId }))),
    ...headMove.parameters(to.map(givenHead)),
    ...packInsert.parameters(packs.map(givenPack)),
    ...expectedHeads.parameters(from.map(expectedHead)),
    from.length,
    ...exceededLimits.parameters(limits),
  ]
  try {
    const rows = await appendBatch(db, parameters)
    return {
      counters: rows.flatMap(({ name, hour, day }) =>
        hour === null || day === null ? [] : { counter: name, hour, day },
      ),
      months: new Map(
        rows.flatMap(({ name, month }) => (month === null ? [] : [[windowKeyText(monthOf(name)), month]])),
      ),
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === divisionByZero) return undefined
    throw error
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

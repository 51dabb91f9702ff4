import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { Db, Engine } from '../../db/connect.ts'
import { jsonRows, readInSteps, rowsQuery } from '../../db/json-rows.ts'
import { rangeOfBlocks } from '../audit-log/block.ts'
import { type RecordedUsage, unpack } from '../audit-log/recorded-usage.ts'
import type { UsageState } from '../usage/usage-state-store.ts'
import type { SegmentCount, UsageSegment, UsageSequenceRange } from './usage-segment.ts'

/** This number of ranges is read in about 10 ms on SQLite, whose statements block the event loop. */
const rangesAtOnce: Record<Engine, number> = { sqlite: 250, postgres: 20_000 }

/** Reads something of many ranges. Between the steps, others run. */
const readOfRanges = <Range, Row>(
  engine: Engine,
  ranges: readonly Range[],
  read: (some: readonly Range[]) => Promise<readonly Row[]>,
): Promise<Row[]> =>
  readInSteps<Row, Range>(
    ranges,
    async (some) => {
      await pauseWork()
      return await read(some)
    },
    rangesAtOnce[engine],
  )

const rollups = rowsQuery<
  { readonly project: number; readonly blocks: number; readonly since: number },
  { project_id: number; block: number; entries: number; first_at: number; last_at: number }
>(
  { project: 'bigint', blocks: 'bigint', since: 'bigint' },
  (rows) => sql`
    select project_id, block, entries, first_at, last_at from ${rows} cross join usage_tallies as tallies
    where tallies.project_id = given.project and tallies.block < given.blocks
      and tallies.last_at >= given.since`,
)

/** The rolled-up blocks of projects with entries from `since` on. Older entries of a block are counted too. */
export async function rolledUpSegments(
  { db, engine }: DbContext<'engine'>,
  states: readonly UsageState[],
  since: number,
): Promise<UsageSegment[]> {
  const stateOf = new Map(states.map((state) => [state.projectId, state]))
  const rolledUp = states
    .filter(({ blocks }) => blocks > 0)
    .map(({ projectId, blocks }) => ({ project: projectId, blocks, since }))
  const rows = await readOfRanges(engine, rolledUp, (some) => rollups(db, engine, some))
  return rows.map(({ project_id, block, entries, first_at, last_at }) => {
    const { start = 0, generation = 0 } = stateOf.get(project_id) ?? {}
    const { after, upTo } = rangeOfBlocks(block)
    return {
      projectId: project_id,
      after: Math.max(after, start),
      upTo,
      generation,
      entries,
      firstAt: first_at,
      lastAt: last_at,
    }
  })
}

/** Consecutive packs of a project, and the times between which they are wanted. */
interface Span {
  readonly project: number
  readonly low: number
  readonly high: number
  readonly since: number
  readonly until: number
}

const spanColumns = {
  project: 'bigint',
  low: 'bigint',
  high: 'bigint',
  since: 'bigint',
  until: 'bigint',
} as const

const spanOf = ({ projectId, after, upTo, firstAt, lastAt }: UsageSegment): Span => ({
  project: projectId,
  low: after,
  high: upTo,
  since: firstAt,
  until: lastAt,
})

/**
 * `from given, packs`: the packs of spans. On PostgreSQL they are looked up span by span, in the partitions of these
 * days. It would otherwise read the calls of all other projects to find those of a few.
 */
function fromPacks(engine: Engine, spans: readonly Span[]): RawBuilder<unknown> {
  const rows = jsonRows[engine](spanColumns, JSON.stringify(spans))
  const from = spans.reduce((min, { since }) => Math.min(min, since), Number.MAX_SAFE_INTEGER)
  const until = spans.reduce((greatest, { until: end }) => Math.max(greatest, end), 0)
  const isWanted = sql`
    packs.project_id = given.project and packs.first_sequence > given.low and packs.first_sequence <= given.high
    and packs.at >= given.since and packs.at <= given.until and packs.at >= ${from} and packs.at <= ${until}
    and packs.erased = 0`
  return engine === 'postgres'
    ? sql`from ${rows} cross join lateral
        (select * from usage_packs as packs where ${isWanted} offset 0) as packs`
    : // The limit makes SQLite read each span's JSON once, and not again for each of its packs.
      sql`from (select * from ${rows} limit -1) as given cross join usage_packs as packs where ${isWanted}`
}

const entriesOf = sql`sum(packs.last_sequence - packs.first_sequence + 1)`

const noEntries: SegmentCount = { entries: 0, firstAt: Number.POSITIVE_INFINITY, lastAt: 0 }

/** Counts the entries of ranges from `since` on, from their packs. */
export async function countRanges(
  { db, engine }: DbContext<'engine'>,
  ranges: readonly UsageSequenceRange[],
  since: number,
): Promise<SegmentCount[]> {
  const spans = ranges.map((range) =>
    spanOf({ ...range, entries: 0, firstAt: since, lastAt: Number.MAX_SAFE_INTEGER }),
  )
  const rows = await readOfRanges(engine, spans, async (some) => {
    const counted = await sql<{
      project: number
      low: number
      entries: number
      first_at: number
      last_at: number
    }>`
      select given.project, given.low, ${entriesOf} as entries, min(packs.at) as first_at, max(packs.at) as last_at
      ${fromPacks(engine, some)} group by given.project, given.low`.execute(db)
    return counted.rows
  })
  const rowsByRange = new Map(rows.map((row) => [`${row.project}/${row.low}`, row]))
  return ranges.map(({ projectId, after }) => {
    const row = rowsByRange.get(`${projectId}/${after}`)
    return row ? { entries: Number(row.entries), firstAt: row.first_at, lastAt: row.last_at } : noEntries
  })
}

/** How many entries of segments lie in each bucket of time, the newest bucket first. */
export async function countInBuckets(
  { db, engine }: DbContext<'engine'>,
  segments: readonly UsageSegment[],
  { origin, width }: { readonly origin: number; readonly width: number },
): Promise<{ readonly bucket: number; readonly entries: number }[]> {
  const rows = await readOfRanges(engine, segments.map(spanOf), async (some) => {
    // The numbers are literals, because SQLite treats parameters as fractions and would not divide integers.
    const counted = await sql<{ bucket: number; entries: number }>`
      select (packs.at - ${sql.lit(origin)}) / ${sql.lit(width)} as bucket, ${entriesOf} as entries
      ${fromPacks(engine, some)} group by 1`.execute(db)
    return counted.rows
  })
  const sums = new Map<number, number>()
  for (const { bucket, entries } of rows) sums.set(bucket, (sums.get(bucket) ?? 0) + Number(entries))
  return Array.from(sums, ([bucket, entries]) => ({ bucket, entries })).sort(
    (left, right) => right.bucket - left.bucket,
  )
}

/** Where a pack is, without its content. */
export interface PackPosition {
  readonly project: number
  readonly first: number
  readonly last: number
  readonly time: number
}

/** The packs of segments between their first and last times, in the order of the list. */
export async function readPositions(
  { db, engine }: DbContext<'engine'>,
  segments: readonly UsageSegment[],
): Promise<PackPosition[]> {
  const rows = await readOfRanges(engine, segments.map(spanOf), async (some) => {
    const positions = await sql<PackPosition>`
      select packs.project_id as project, packs.first_sequence as first, packs.last_sequence as last,
        packs.at as time
      ${fromPacks(engine, some)}`.execute(db)
    return positions.rows
  })
  return rows.sort(
    (left, right) => right.time - left.time || right.project - left.project || right.first - left.first,
  )
}

interface StoredPack {
  readonly project_id: number
  readonly first_sequence: number
  readonly at: number
  readonly api_key_id: string
  readonly entries: string
  readonly erased: number
}

const contentColumns = sql.raw(
  'packs.project_id, packs.first_sequence, packs.at, packs.api_key_id, packs.entries, packs.erased',
)

/** The entries of packs in the order of the list: the packs as given, and the newest entry of each first. */
export async function readEntries(
  { db, engine }: DbContext<'engine'>,
  of: readonly PackPosition[],
): Promise<RecordedUsage[][]> {
  if (of.length === 0) return []
  const spans = of.map(({ project, first, time }) => ({
    project,
    low: first - 1,
    high: first,
    since: time,
    until: time,
  }))
  const { rows } = await sql<StoredPack>`select ${contentColumns} ${fromPacks(engine, spans)}`.execute(db)
  const packs = new Map(rows.map((row) => [`${row.project_id}/${row.first_sequence}`, row]))
  return of.map(({ project, first }) => {
    const pack = packs.get(`${project}/${first}`)
    return pack ? unpack(pack).reverse() : []
  })
}

/** All entries of segments between their first and last times, segment by segment and in any order. */
export async function readSegments(
  { db, engine }: DbContext<'engine'>,
  segments: readonly UsageSegment[],
): Promise<RecordedUsage[][]> {
  if (segments.length === 0) return []
  const { rows } = await sql<StoredPack & { readonly low: number }>`
    select given.low, ${contentColumns} ${fromPacks(engine, segments.map(spanOf))}`.execute(db)
  const packs = Map.groupBy(rows, (row) => `${row.project_id}/${row.low}`)
  return segments.map(({ projectId, after }) => (packs.get(`${projectId}/${after}`) ?? []).flatMap(unpack))
}

/**
 * Numbers that change with the calls of an account's projects: how many projects have calls, the sum of their last
 * sequence numbers, and how often entries were erased. The last two never decrease while the projects are the same.
 */
export async function readUsageMoment(db: Db, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ chains: number; sequences: number; generations: number }>`
    select count(*) as chains, coalesce(sum(heads.sequence), 0) as sequences,
      coalesce(sum(marks.generation), 0) as generations
    from projects
    join usage_heads as heads on heads.project_id = projects.id
    left join usage_marks as marks on marks.project_id = projects.id
    where projects.owner_id = ${ownerId}`.execute(db)
  const [moment] = rows
  return moment ? [moment.chains, moment.sequences, moment.generations].map(Number) : []
}

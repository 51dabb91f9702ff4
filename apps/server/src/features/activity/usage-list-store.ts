import { type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Db, Engine } from '../../db/connect.ts'
import { jsonRows, readInSteps, rowsQuery, rowsText } from '../../db/json-rows.ts'
import { rangeOfBlocks } from '../audit-log/block.ts'
import { type RecordedUsage, type StoredPack, unpack } from '../audit-log/recorded-usage.ts'
import type { UsageState } from '../usage/usage-state-store.ts'
import { addPositions, addToBuckets, type BucketScale, type PackPosition, packsOf } from './usage-packs.ts'
import { compareNumbers, type Packs, type UsageSegment, type UsageSequenceRange } from './usage-segment.ts'

/** This number of ranges is read in about 10 ms, for which the statement or its rows block the event loop. */
const rangesAtOnce: Record<Engine, number> = { sqlite: 250, postgres: 1_000 }

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
  const rolledUp = states.filter(({ blocks }) => blocks > 0)
  const stateOf = new Map(rolledUp.map((state) => [state.projectId, state]))
  const blocksOf = rolledUp.map(({ projectId, blocks }) => ({ project: projectId, blocks, since }))
  const rows = await readInSteps(db, blocksOf, (some) => rollups(db, engine, some), rangesAtOnce[engine])
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

/** The spans of segments whose packs are not in memory. */
const spansToRead = (segments: readonly UsageSegment[]) =>
  segments.flatMap((segment) => (segment.packs ? [] : spanOf(segment)))

/**
 * `from given, packs`: the packs of spans. On PostgreSQL they are looked up span by span, in the partitions of these
 * days. It would otherwise read the calls of all other projects to find those of a few.
 */
function fromPacks(engine: Engine, spans: readonly Span[]): RawBuilder<unknown> {
  const rows = jsonRows[engine](spanColumns, rowsText(engine, spanColumns, spans))
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

/** How many entries of segments lie in each bucket of time, the newest bucket first. */
export async function countInBuckets(
  { db, engine }: DbContext<'engine'>,
  segments: readonly UsageSegment[],
  scale: BucketScale,
): Promise<{ readonly bucket: number; readonly entries: number }[]> {
  const { origin, width } = scale
  const sums = new Map<number, number>()
  for (const { packs, firstAt, lastAt } of segments)
    if (packs) addToBuckets(sums, packs, { from: firstAt, until: lastAt }, scale)
  const read = async (some: readonly Span[]) => {
    // The numbers are literals, because SQLite treats parameters as fractions and would not divide integers.
    const counted = await sql<{ bucket: number; entries: number }>`
      select (packs.at - ${sql.lit(origin)}) / ${sql.lit(width)} as bucket, ${entriesOf} as entries
      ${fromPacks(engine, some)} group by 1`.execute(db)
    return counted.rows
  }
  const rows = await readInSteps(db, spansToRead(segments), read, rangesAtOnce[engine])
  for (const { bucket, entries } of rows) sums.set(bucket, (sums.get(bucket) ?? 0) + Number(entries))
  return Array.from(sums, ([bucket, entries]) => ({ bucket, entries })).sort(
    (left, right) => right.bucket - left.bucket,
  )
}

type PositionInRange = PackPosition & Pick<Span, 'low'>

const readPositionsOf = (db: Db, engine: Engine, spans: readonly Span[]) =>
  sql<PositionInRange>`
    select given.low, packs.project_id as project, packs.first_sequence as first, packs.last_sequence as last,
      packs.at as time
    ${fromPacks(engine, spans)}`
    .execute(db)
    .then(({ rows }) => rows)

/** The packs of ranges, each from a time on. */
export async function readPacks(
  { db, engine }: DbContext<'engine'>,
  ranges: readonly (UsageSequenceRange & { readonly since: number })[],
): Promise<Packs[]> {
  const spans = ranges.map(({ projectId, after, upTo, since }) => ({
    project: projectId,
    low: after,
    high: upTo,
    since,
    until: Number.MAX_SAFE_INTEGER,
  }))
  const read = async (some: readonly Span[]) => {
    const rows = await readPositionsOf(db, engine, some)
    const ofRange = Map.groupBy(rows, ({ project, low }) => `${project}/${low}`)
    return some.map(({ project, low }) => packsOf(ofRange.get(`${project}/${low}`) ?? []))
  }
  return await readInSteps(db, spans, read, rangesAtOnce[engine])
}

/** The packs of segments between their first and last times, in the order of the list. */
export async function readPositions(
  { db, engine }: DbContext<'engine'>,
  segments: readonly UsageSegment[],
): Promise<PackPosition[]> {
  const read = (some: readonly Span[]) => readPositionsOf(db, engine, some)
  const positions: PackPosition[] = await readInSteps(db, spansToRead(segments), read, rangesAtOnce[engine])
  for (const { projectId: project, packs, firstAt, lastAt } of segments)
    if (packs) addPositions(positions, project, packs, { from: firstAt, until: lastAt })
  return positions.sort(
    (left, right) =>
      compareNumbers(right.time, left.time) || right.project - left.project || right.first - left.first,
  )
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

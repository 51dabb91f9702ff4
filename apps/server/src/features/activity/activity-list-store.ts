import { type EventCategory, readEvents } from '@envhold/contract/activity/event-types.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Engine } from '../../db/connect.ts'
import { idList } from '../../db/json-rows.ts'
import type { Tables } from '../../db/tables.ts'
import type { SequenceRange } from '../audit-log/block.ts'
import { apiKeyEvents, countedCategoriesOf, countedReads, readEvent } from '../usage/activity-rollup-store.ts'
import { type ActivityWord, idColumn, type Lookup, matchesWords } from './activity-words-store.ts'
import type { BlockRollup, ListSource } from './paged-list.ts'

/** Which entries a viewer may see. */
export interface ActivityView {
  /** The user whose own entries are included, in any project; null for none. */
  readonly userId: number | null
  /** The projects of which all entries are included. */
  readonly projectIds: readonly number[]
  /**
   * The environments that entries may concern, in addition to entries about none; null for any. A viewer who does not
   * see every environment sees neither entries about API keys (`apiKeyEvents`) nor about reads of several environments
   * (`readEvent`).
   */
  readonly environments: readonly number[] | null
  /** Entries of one category, or of all but those of somebody who only read; null for any. */
  readonly category: EventCategory | 'changes' | null
}

type Where<T extends 'activity' | 'activity_tallies'> = ExpressionBuilder<Tables, T>

// Both tables have these columns, and either builder produces the same SQL.
const isOf = (
  engine: Engine,
  eb: Where<'activity'>,
  { userId, projectIds }: ActivityView,
  lookup: Lookup = 'indexed',
) => {
  const any = [
    ...(userId === null ? [] : [eb(idColumn('user_id', lookup), '=', userId)]),
    ...(projectIds.length === 0
      ? []
      : [eb(idColumn('project_id', lookup), 'in', idList(engine, projectIds))]),
  ]
  return eb.or(any)
}

/** The condition of the entries that a viewer may see. */
export const inRows = (engine: Engine, view: ActivityView, lookup?: Lookup) => (eb: Where<'activity'>) => {
  const { environments, category } = view
  const shared =
    environments === null
      ? []
      : [
          eb('event_type', 'not in', apiKeyEvents),
          eb.or([
            eb.and([eb('environment_id', 'is', null), eb('event_type', '!=', readEvent)]),
            ...(environments.length === 0 ? [] : [eb('environment_id', 'in', environments)]),
          ]),
        ]
  const filed =
    category === null
      ? []
      : [category === 'changes' ? eb('event_type', 'not in', readEvents) : eb('category', '=', category)]
  return eb.and([isOf(engine, eb, view, lookup), ...filed, ...shared])
}

const inRollups = (engine: Engine, view: ActivityView) => (eb: Where<'activity_tallies'>) => {
  const { environments, category } = view
  const shared =
    environments === null
      ? []
      : [
          eb('environment_id', 'in', [0, ...environments]),
          eb.or([eb('environment_id', '!=', 0), eb('category', '!=', countedReads)]),
        ]
  const filed =
    environments === null && category === null
      ? []
      : [eb('category', 'in', countedCategoriesOf(category, { withApiKeys: environments === null }))]
  return eb.and([isOf(engine, eb as unknown as Where<'activity'>, view), ...filed, ...shared])
}

export const rowsIn = (
  { db, engine }: DbContext<'engine'>,
  view: ActivityView,
  { after, upTo }: SequenceRange,
  since: number,
) =>
  db
    .selectFrom('activity')
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('at', '>=', since)
    .where(inRows(engine, view))

const rollupsOf = ({ db, engine }: DbContext<'engine'>, view: ActivityView, since: number) =>
  db.selectFrom('activity_tallies').where(inRollups(engine, view)).where('last_at', '>=', since)

export type ListedActivity = Awaited<ReturnType<ReturnType<typeof activitySource>['rows']>>[number]

/** The activity that a viewer may see since a time and that contains these words. */
export function activitySource(
  ctx: DbContext<'engine'>,
  view: ActivityView,
  since: number,
  words: readonly ActivityWord[] = [],
) {
  const inRange = (range: SequenceRange) => rowsIn(ctx, view, range, since).where(matchesWords(ctx, words))
  return {
    since,
    searched: words.length === 0 ? null : JSON.stringify([view, words]),
    rollups: async (blocks: number): Promise<BlockRollup[]> => {
      const rows = await rollupsOf(ctx, view, since)
        .select(({ fn }) => [
          'block',
          fn.sum<number>('entries').as('entries'),
          fn.min('first_at').as('first_at'),
          fn.max('last_at').as('last_at'),
        ])
        .where('block', '<', blocks)
        .groupBy('block')
        .orderBy('block', 'desc')
        .execute()
      return rows.map((row) => ({ ...row, entries: Number(row.entries) }))
    },
    count: async (range: SequenceRange) => {
      const { entries, first_at } = await inRange(range)
        .select(({ fn }) => [fn.countAll<number>().as('entries'), sql<number | null>`min(at)`.as('first_at')])
        .executeTakeFirstOrThrow()
      return { entries: Number(entries), first_at }
    },
    rows: (range: SequenceRange, { limit, offset }: { limit: number; offset: number }) =>
      inRange(range)
        .select([
          'sequence',
          'at',
          'event_type',
          'category',
          'severity',
          'description',
          'user_id',
          'project_id',
          'ip',
        ])
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  } satisfies ListSource<unknown>
}

/** The users or projects whose entries a view contains since a time, in rolled-up blocks and in the given range. */
export async function idsInActivity(
  ctx: DbContext<'engine'>,
  of: 'user_id' | 'project_id',
  { view, since, notRolledUp }: { view: ActivityView; since: number; notRolledUp: SequenceRange },
): Promise<number[]> {
  const column = sql.ref<number | null>(of).as('id')
  const rolledUp = await rollupsOf(ctx, view, since).select(column).distinct().execute()
  const newest = await rowsIn(ctx, view, notRolledUp, since).select(column).distinct().execute()
  return [...new Set([...rolledUp, ...newest].flatMap(({ id }) => id || []))]
}

import { type ExpressionBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import type { SequenceRange } from '../audit-log/sequence-range.ts'
import type { BlockRollup, ListSource } from './paged-list.ts'
import { columnContains } from './search-condition-store.ts'

/** What a search word matches besides the columns of a usage row. */
export interface UsageWord {
  readonly word: string
  readonly projectIds: readonly number[]
  readonly keyIds: readonly string[]
}

type Ctx = Pick<Context, 'db' | 'engine'>

const searchedColumns = ['method', 'endpoint', 'environment_name', 'ip'] as const

const matching =
  ({ engine }: Ctx, words: readonly UsageWord[]) =>
  (eb: ExpressionBuilder<Tables, 'usage'>) =>
    eb.and(
      words.map(({ word, projectIds, keyIds }) =>
        eb.or([
          ...searchedColumns.map((column) => columnContains(eb, engine, column, word)),
          ...(/^[1-5]\d\d$/.test(word) ? [eb('status_code', '=', Number(word))] : []),
          ...(projectIds.length === 0 ? [] : [eb('project_id', 'in', projectIds)]),
          ...(keyIds.length === 0 ? [] : [eb('api_key_id', 'in', keyIds)]),
        ]),
      ),
    )

export type ListedUsage = Awaited<ReturnType<ReturnType<typeof usageSource>['rows']>>[number]

/** The calls made with the keys of some projects since a time that contain these words. */
export function usageSource(
  ctx: Ctx,
  projectIds: readonly number[],
  since: number,
  words: readonly UsageWord[] = [],
) {
  // A list must not be empty in SQL, and no project has this id.
  const ids = projectIds.length === 0 ? [0] : projectIds
  const inRange = ({ after, upTo }: SequenceRange) =>
    ctx.db
      .selectFrom('usage')
      .where('project_id', 'in', ids)
      .where('sequence', '>', after)
      .where('sequence', '<=', upTo)
      .where('at', '>=', since)
      .where('erased', '=', 0)
      .where(matching(ctx, words))
  return {
    chain: 'usage' as const,
    since,
    searched: words.length === 0 ? null : JSON.stringify([ids, words]),
    rollups: async (blocks: number): Promise<BlockRollup[]> => {
      const rows = await ctx.db
        .selectFrom('usage_tallies')
        .select(({ fn }) => [
          'block',
          fn.sum<number>('entries').as('entries'),
          fn.min('first_at').as('first_at'),
          fn.max('last_at').as('last_at'),
        ])
        .where('project_id', 'in', ids)
        .where('last_at', '>=', since)
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
          'method',
          'endpoint',
          'status_code',
          'project_id',
          'environment_name',
          'api_key_id',
          'variables_count',
          'duration_us',
          'ip',
          'calls',
        ])
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  } satisfies ListSource<unknown>
}

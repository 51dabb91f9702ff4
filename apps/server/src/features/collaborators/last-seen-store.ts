import type { LastSeen } from '@envhold/contract/collaborators/collaborators.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import { idList } from '../../db/json-rows.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { blockLength, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import { readActivityMark } from '../usage/activity-rollup-store.ts'

interface SeenAmong {
  readonly projectId: number
  readonly userIds: readonly number[]
}

/** When these users last did something in a project. Those who did nothing are left out. */
export async function listLastSeen(ctx: DbContext<'engine'>, among: SeenAmong): Promise<LastSeen[]> {
  const { blocks } = await readActivityMark(ctx.db)
  const tail = await seenIn(ctx, among, { after: blocks * blockLength, upTo: Number.MAX_SAFE_INTEGER })
  const seen = new Map(tail.map((row) => [row.user_id, row]))
  const userIds = among.userIds.filter((id) => !seen.has(id))
  for (const [block, rows] of await newestBlocks(ctx, { ...among, userIds }, blocks))
    for (const row of await seenIn(ctx, { ...among, userIds: rows }, rangeOfBlocks(block)))
      seen.set(row.user_id, row)
  return [...seen.values()]
}

/** The users whose newest rolled-up entries are in each block. */
async function newestBlocks(
  { db, engine }: DbContext<'engine'>,
  { projectId, userIds }: SeenAmong,
  blocks: number,
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('activity_tallies')
    .select(({ fn }) => ['user_id', fn.max('block').as('block')])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', idList(engine, userIds))
    .where('block', '<', blocks)
    .groupBy('user_id')
    .execute()
  const userIdsByBlock = new Map<number, number[]>()
  for (const { user_id, block } of rows)
    userIdsByBlock.set(Number(block), [...(userIdsByBlock.get(Number(block)) ?? []), Number(user_id)])
  return userIdsByBlock
}

async function seenIn(
  { db, engine }: DbContext<'engine'>,
  { projectId, userIds }: SeenAmong,
  { after, upTo }: SequenceRange,
): Promise<LastSeen[]> {
  const isToken = sql<number>`case when token_id is null then 0 else 1 end`
  const rows = await db
    .selectFrom('activity')
    .select(({ fn }) => ['user_id', isToken.as('is_token'), fn.max('at').as('at')])
    .where('project_id', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('user_id', 'in', idList(engine, userIds))
    .groupBy(['user_id', isToken])
    .orderBy('at')
    .execute()
  const newest = new Map(rows.map((row) => [Number(row.user_id), row]))
  return [...newest].map(([user_id, { at, is_token }]) => ({
    user_id,
    at: wireTime(Number(at)),
    way: is_token ? 'token' : 'web',
  }))
}

import type { Context } from '../../../context.ts'
import { readHead } from '../../audit-log/chain-store.ts'
import {
  type ActivityFilter,
  endOfSearch,
  firstSequenceFrom,
  readNewestActivity,
  type StoredEvent,
  timeOfActivity,
} from './activity-of-all-store.ts'
import type { InstancePage, WantedPage } from './instance-page.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

/** So many entries are searched for a page: some ten milliseconds' work. */
const searchedEntries = 50_000

/** The newest entries of all chains that a filter leaves. */
export async function listActivityOfAll(
  ctx: Ctx,
  filter: ActivityFilter,
  { before, limit, searched = searchedEntries }: WantedPage,
): Promise<InstancePage<StoredEvent>> {
  const { oldest, newest } = await rangeOf(ctx, filter, before)
  if (newest < oldest || filter.userIds?.length === 0 || filter.projectIds?.length === 0)
    return { entries: [], next: null, searchedTo: null }
  const end = await endOfSearch(ctx.db, filter, { upTo: newest, limit: searched })
  const after = Math.max(end, oldest - 1)
  const found = await readNewestActivity(ctx, filter, { after, upTo: newest, limit: limit + 1 })
  const entries = found.slice(0, limit)
  if (found.length > limit)
    return { entries, next: String(entries.at(-1)?.sequence ?? newest), searchedTo: null }
  if (after < oldest) return { entries, next: null, searchedTo: null }
  return { entries, next: String(after + 1), searchedTo: await timeOfActivity(ctx.db, after + 1) }
}

/** The first and the last entry that may match. */
async function rangeOf({ db }: Ctx, { from, until }: ActivityFilter, before: string | undefined) {
  const { sequence } = await readHead(db, 'activity')
  const head = Math.min(sequence, before === undefined ? sequence : Number(before) - 1)
  return {
    oldest: from === undefined ? 1 : await firstSequenceFrom(db, from, sequence),
    newest:
      until === undefined ? head : Math.min(head, (await firstSequenceFrom(db, until + 1, sequence)) - 1),
  }
}

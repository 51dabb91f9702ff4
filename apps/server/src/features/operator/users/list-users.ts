import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listUsers as endpoint } from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { countStatuses, countUsers, listUserRows } from './user-list-store.ts'
import { viewUsers } from './user-view.ts'

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, one) => total + one, 0)

export async function listUsers(
  ctx: Pick<Context, 'db' | 'engine' | 'secrets'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const { status, sort, limit } = query
  const search = query.search?.trim() ?? ''
  const filter = { status, search }
  const [counts, rows] = await Promise.all([
    countStatuses(ctx.db),
    listUserRows(ctx, filter, { sort, limit, offset: offsetOf(query) }),
  ])
  const unsearched = status === undefined ? sum(counts) : counts[status]
  const total = search === '' ? unsearched : await totalOf(query, rows.length, () => countUsers(ctx, filter))
  const users = await viewUsers(ctx, rows)
  return { users, counts, pagination: paginationOf(query, total) }
}

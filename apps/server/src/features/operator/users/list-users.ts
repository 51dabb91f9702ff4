import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listUsers as endpoint } from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { countStatuses, countUsers, listUserRows, type UserFilter } from './user-list-store.ts'
import { viewUsers } from './user-view.ts'

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, one) => total + one, 0)

export async function listUsers(
  ctx: Pick<Context, 'db' | 'secrets'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const { status, sort, page, limit } = query
  const search = query.search?.trim() ?? ''
  const filter = { status, search }
  const [counts, rows] = await Promise.all([
    countStatuses(ctx.db),
    listUserRows(ctx, filter, { sort, limit, offset: (page - 1) * limit }),
  ])
  const unsearched = status === undefined ? sum(counts) : counts[status]
  const total = search === '' ? unsearched : await totalOf(ctx, { filter, rows: rows.length, page, limit })
  const users = await viewUsers(ctx, rows)
  return { users, counts, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

interface Found {
  readonly filter: UserFilter
  readonly rows: number
  readonly page: number
  readonly limit: number
}

/** How many users a search finds. A page that is not full is the last one, which spares a second scan. */
const totalOf = async ({ db }: Pick<Context, 'db'>, { filter, rows, page, limit }: Found): Promise<number> =>
  rows < limit && (rows > 0 || page === 1) ? (page - 1) * limit + rows : await countUsers(db, filter)

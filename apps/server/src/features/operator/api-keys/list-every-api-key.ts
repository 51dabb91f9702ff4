import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listEveryApiKey as endpoint } from '@envhold/contract/operator/api-keys.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { countKeys, listKeys } from './every-api-key-store.ts'
import { everyApiKeyView } from './every-api-key-view.ts'

export async function listEveryApiKey(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const { status, search = '', sortBy, sortOrder, page, limit } = query
  const filter = { status, search: search.trim(), now: ctx.clock() }
  const rows = await listKeys(ctx, filter, { sortBy, sortOrder, limit, offset: (page - 1) * limit })
  // A page that is not full is the last one, which spares a second scan.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  const total = isLast ? (page - 1) * limit + rows.length : await countKeys(ctx.db, filter)
  return {
    api_keys: rows.map(everyApiKeyView),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

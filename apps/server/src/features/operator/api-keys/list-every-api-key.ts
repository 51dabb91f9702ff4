import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listEveryApiKey as endpoint } from '@envhold/contract/operator/api-keys.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { countKeys, listKeys } from './every-api-key-store.ts'
import { everyApiKeyView } from './every-api-key-view.ts'

export async function listEveryApiKey(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const { status, search = '', sortBy, sortOrder, limit } = query
  const filter = { status, search: search.trim(), now: ctx.clock() }
  const rows = await listKeys(ctx, filter, { sortBy, sortOrder, limit, offset: offsetOf(query) })
  const total = await totalOf(query, rows.length, () => countKeys(ctx.db, filter))
  return {
    api_keys: rows.map(everyApiKeyView),
    pagination: paginationOf(query, total),
  }
}

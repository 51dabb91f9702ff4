import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listRevocations as endpoint } from '@envhold/contract/operator/revocations.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { offsetOf, paginationOf } from '../paging.ts'
import { countPending, listPending } from './pending-revocation-store.ts'
import { wireRevocations } from './wire-revocations.ts'

export async function listRevocations(
  { db }: Pick<Context, 'db'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const { counts, total } = await countPending(db)
  const rows = await listPending(db, { limit: query.limit, offset: offsetOf(query) })
  return {
    revocations: await wireRevocations(db, rows),
    counts,
    pagination: paginationOf(query, total),
  }
}

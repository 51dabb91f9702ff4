import type { Db } from '../../db/connect.ts'

/** Calls of a key since a time, for each status: how many, how many variables, and the mean duration. */
export async function usageByStatus(db: Db, apiKeyId: string, since: number) {
  const rows = await db
    .selectFrom('usage')
    .select(({ fn }) => [
      'status_code',
      fn.countAll<number>().as('calls'),
      fn.sum<number>('variables_count').as('variables'),
      fn.avg<number>('duration_us').as('duration_us'),
    ])
    .where('api_key_id', '=', apiKeyId)
    .where('at', '>=', since)
    .groupBy('status_code')
    .orderBy('status_code')
    .execute()
  return rows.map((row) => ({
    status_code: row.status_code,
    calls: Number(row.calls),
    variables: Number(row.variables),
    duration_us: Number(row.duration_us),
  }))
}

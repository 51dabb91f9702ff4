import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import type { Db } from '../../../db/connect.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { RevocationRow } from '../../audit-log/revocation.ts'

const rows = tableRows('revocations')

const pending = (db: Db) => db.selectFrom('revocations').where('state', '=', 'pending')

/** What a restored backup still lacks, the newest first. */
export const listPending = (
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RevocationRow[]> =>
  pending(db).selectAll().orderBy('at', 'desc').orderBy('id').limit(limit).offset(offset).execute()

export interface PendingCounts {
  readonly counts: Partial<Record<RevocationKind, number>>
  readonly total: number
}

/** How many there are of each kind, and together. */
export async function countPending(db: Db): Promise<PendingCounts> {
  const rows = await pending(db)
    .select(({ fn }) => ['kind', fn.countAll<number>().as('n')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return {
    counts: Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)])),
    total: rows.reduce((sum, { n }) => sum + Number(n), 0),
  }
}

/** When the first of them was revoked; undefined if there is none. */
export const findOldestPending = async (db: Db): Promise<number | undefined> =>
  (await pending(db).select('at').orderBy('at').limit(1).executeTakeFirst())?.at

/** The next ones in the order in which they were revoked; the first ones after null. */
export async function listPendingIds(db: Db, after: string | null, limit: number): Promise<string[]> {
  const last = await db
    .selectFrom('revocations')
    .select(['at', 'id'])
    .where('id', '=', after ?? '')
    .executeTakeFirst()
  const rows = await pending(db)
    .select('id')
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'id'), '>', tuple(last?.at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether an account may have lost its rights, according to the list. */
export const isAccountPending = (db: Db, userId: number) =>
  rows.has({ db }, { state: 'pending', user_id: userId, kind: ['role', 'suspension', 'account'] })

/** @returns how many there were */
export const dismissPending = (db: Db) => rows.update({ db }, { state: 'pending' }, { state: 'dismissed' })

/** Takes one for this transaction. @returns undefined if another one has done it */
export const claimPending = (db: Db, id: string): Promise<RevocationRow | undefined> =>
  db
    .updateTable('revocations')
    .set({ state: 'repeated' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export const resolvePending = (db: Db, id: string, state: NonNullable<RevocationRow['state']>) =>
  rows.update({ db }, { id }, { state })

/** The names of personal tokens by their ids. */
export async function namesOfTokens(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('personal_tokens')
    .select(['id', 'token_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, token_name }) => [id, token_name]))
}

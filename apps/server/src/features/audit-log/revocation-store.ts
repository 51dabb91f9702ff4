import { randomBytes } from 'node:crypto'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/json-rows.ts'
import { type Revocation, type RevocationRow, revocationMac } from './revocation.ts'

/** @returns the rows, for the log */
export async function insertRevocations(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  revocations: readonly Revocation[],
): Promise<RevocationRow[]> {
  const rows = revocations.map((revoked): RevocationRow => {
    const fact = {
      id: randomBytes(12).toString('base64url'),
      at: clock(),
      kind: revoked.kind,
      user_id: revoked.userId ?? null,
      project_id: revoked.projectId ?? null,
      environment_id: revoked.environmentId ?? null,
      subject: revoked.subject ?? '',
    }
    return { ...fact, state: null, detail: null, logged: 0, mac: revocationMac.of(secrets, fact) }
  })
  await insertRows(db, 'revocations', rows)
  return rows
}

export const listUnlogged = (db: Db, limit: number) =>
  db.selectFrom('revocations').selectAll().where('logged', '=', 0).orderBy('id').limit(limit).execute()

export async function markLogged(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('revocations').set({ logged: 1 }).where('id', 'in', ids).execute()
}

/** Revocations that a restored backup still lacks are never deleted. @returns how many were deleted */
export async function deleteRevocationsBefore(db: Db, at: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('revocations')
    .where('at', '<', at)
    .where((row) => row.or([row('state', 'is', null), row('state', '!=', 'pending')]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

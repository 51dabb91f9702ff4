import { randomBytes } from 'node:crypto'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { insertRows } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import { type Revocation, type RevocationRow, revocationMac } from './revocation.ts'

const stored = tableRows('revocations')

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
  stored.list({ db }, { logged: 0 }, { orderBy: ['id'], limit })

export const markLogged = (db: Db, id: readonly string[]) => stored.update({ db }, { id }, { logged: 1 })

/** Revocations that a restored backup still lacks are never deleted. @returns how many were deleted */
export const deleteRevocationsBefore = (db: Db, at: number) =>
  stored.remove({ db }, (is) =>
    is.and([is('at', '<', at), is.or([is('state', 'is', null), is('state', '!=', 'pending')])]),
  )

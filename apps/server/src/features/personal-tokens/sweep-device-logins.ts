import { deviceLoginMinutes } from '@envhold/contract/personal-tokens/device-login.ts'
import type { Context } from '../../context.ts'
import { unlessTampered } from '../../db/unless-tampered.ts'
import type { RetentionRule } from '../../jobs/retention-rule.ts'
import {
  type Approval,
  deleteApproval,
  deleteUnapproved,
  listUncollected,
} from '../approvals/approval-store.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-environments.ts'
import { deletePersonalToken } from './personal-token-store.ts'

export const deviceLoginRetention: readonly RetentionRule[] = [
  {
    what: 'A login of the command line by a code',
    period: 'immediately',
    after: `it expires, ${deviceLoginMinutes} minutes after it began`,
  },
]

/**
 * Deletes what has expired. A token that its device never collected can be used by nobody, and is revoked. One that fails
 * does not stop the others.
 * @returns how many there were
 */
export async function sweepDeviceLogins(ctx: Context): Promise<number> {
  const now = ctx.clock()
  const uncollected = await listUncollected(ctx.db, now)
  for (const login of uncollected) await unlessTampered(ctx, 'sweep', () => revokeUncollected(ctx, login))
  return uncollected.length + (await deleteUnapproved(ctx.db, now))
}

async function revokeUncollected(ctx: Context, login: Approval): Promise<void> {
  const { user_id: userId, token_id: tokenId } = login
  if (userId === null || tokenId === null) return
  await transact(ctx, { userId, tokenId, origin: null }, async (tx) => {
    await tx.lock([userId])
    if (!(await deleteApproval(tx, login))) return
    const deleted = await deletePersonalToken(tx.db, userId, tokenId)
    if (!deleted) return
    await revokePrincipal(tx, { kind: 'personal-token', id: tokenId }, null)
    tx.revoked({ kind: 'personal_token', userId, subject: tokenId })
    const description = `The personal token "${deleted.token_name}" was not collected`
    tx.record({ type: 'personal_token_revoked', severity: 'low', description })
  })
}

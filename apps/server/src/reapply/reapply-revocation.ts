import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import type { Context } from '../context.ts'
import { isRevocationKind, type RevocationRow, revocationMac } from '../features/audit-log/revocation.ts'
import { type Actor, type Tx, transact } from '../features/audit-log/tx.ts'
import type { Reapplied } from '../features/operator/jobs/job-kind.ts'
import {
  claimPending,
  findOldestPending,
  resolvePending,
} from '../features/operator/revocations/pending-revocation-store.ts'
import { sendJoinedMails } from '../mail/queue-mail.ts'
import { accountActs } from './account-revocations.ts'
import { projectActs } from './project-revocations.ts'
import { type Act, about, findSubject, notifyPeople } from './revoked-subject.ts'

const notifyAccount = about(['user'], notifyPeople)
const notifyProjectOwner = about(['project'], notifyPeople)

/** Every act takes access away, or tells people. None returns any. */
const acts: Readonly<Record<RevocationKind, Act>> = {
  ...projectActs,
  ...accountActs,
  password: notifyAccount,
  master_password: notifyAccount,
  recovery_key: notifyAccount,
  recovery_codes: notifyAccount,
  second_factor: notifyAccount,
  email: notifyAccount,
  api_key_limits: notifyProjectOwner,
  environment: notifyProjectOwner,
  values: notifyProjectOwner,
  // The operators who read the list are those to tell.
  role_permissions: async () => 'told',
}

interface By {
  readonly actor: Actor
  readonly also?: (tx: Tx, done: Reapplied) => Promise<void>
}

/**
 * Revokes again, in one transaction, what was revoked in the history that a restore replaced.
 * @returns what became of it; undefined if another transaction has done it
 * @throws AppError if a rule forbids it, TamperedRowError: it stays on the list
 */
export const reapplyRevocation = (ctx: Context, id: string, { actor, also }: By) =>
  transact(ctx, actor, async (tx) => {
    const row = await claimPending(tx.db, id)
    if (!row) return undefined
    revocationMac.check(tx.secrets, row)
    const state = await repeat(tx, row)
    if (state !== 'repeated') await resolvePending(tx.db, id, state)
    const isAccount = state === 'repeated' && (row.kind === 'suspension' || row.kind === 'account')
    await also?.(tx, { state, account: isAccount ? row.user_id : null })
    if ((await findOldestPending(tx.db)) === undefined) await sendJoinedMails(tx, 'changesUndone')
    return state
  })

async function repeat(tx: Tx, row: RevocationRow): Promise<Reapplied['state']> {
  return isRevocationKind(row.kind) ? await acts[row.kind](tx, await findSubject(tx, row)) : 'missing'
}

import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import { markProved } from '../sessions/device-store.ts'
import { findSecretCounts, reportLock, type SecretCount, type SecretKind } from '../sessions/secret-limits.ts'
import { withAttemptLimit } from '../users/with-attempt-limit.ts'

interface Unlocking {
  readonly kind: Extract<SecretKind, 'master-password' | 'passkey-unlock' | 'recovery'>
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly queue?: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Runs a check of what opens the vault, and limits wrong attempts by session. Each kind has its own counts: a passkey
 * that no longer works does not lock the master password, and who forgot that can still recover. From a right attempt
 * on, the device counts apart from strangers' devices.
 * @throws AppError LOCKED_OUT
 */
export async function limitUnlocking<T>(
  ctx: Context,
  { kind, caller, origin, queue }: Unlocking,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { userId, username, deviceId } = caller
  const counts = await findSecretCounts(ctx, kind, caller)
  const onLocked = (locked: SecretCount) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const lock = await reportLock(tx, locked, caller, origin)
      const description = `${locked.attempts} were entered for ${username}; ${lock}`
      tx.record({ type: 'master_password_locked', severity: 'high', description })
    })
  const opened = await withAttemptLimit(ctx, { ...counts, ...(queue && { queue }), onLocked }, check)
  if (opened !== undefined && deviceId !== null && counts.shared?.place === 'new-devices')
    await markProved(ctx, { userId, deviceId }, 'vault_opened_at')
  return opened
}

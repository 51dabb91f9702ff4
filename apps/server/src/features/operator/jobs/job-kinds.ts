import type { Context } from '../../../context.ts'
import {
  expiredAccountsKind,
  expiredSubscriptionsKind,
  forceCleanupKind,
  orphanedDataKind,
} from './cleanup-kinds.ts'
import type { JobWork } from './job-kind.ts'
import type { JobKinds } from './job-runner.ts'
import { reapplyRevocationsKind, restoreEligibleKind } from './restoring-kinds.ts'
import { verifyingKind } from './verifying-kind.ts'

/** Every kind of job. */
export function jobKindsOf(ctx: Context, work: JobWork): JobKinds {
  const deps = { ctx, work }
  return {
    'cleanup-expired': expiredAccountsKind(deps),
    'restore-eligible': restoreEligibleKind(deps),
    'orphaned-data': orphanedDataKind(deps),
    'force-cleanup': forceCleanupKind(deps),
    'expired-subscriptions': expiredSubscriptionsKind(deps),
    'reapply-revocations': reapplyRevocationsKind(deps),
    'verify-audit': verifyingKind(deps, ['activity', 'usage', 'roots']),
    'verify-activity': verifyingKind(deps, ['activity', 'roots']),
    'verify-usage': verifyingKind(deps, ['usage', 'roots']),
  }
}

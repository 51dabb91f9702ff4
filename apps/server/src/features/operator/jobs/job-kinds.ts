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
    'cleanup-expired': expiredAccountsKind(ctx),
    'restore-eligible': restoreEligibleKind(ctx),
    'orphaned-data': orphanedDataKind(deps),
    'force-cleanup': forceCleanupKind(deps),
    'expired-subscriptions': expiredSubscriptionsKind(ctx),
    'reapply-revocations': reapplyRevocationsKind(deps),
    'verify-audit': verifyingKind(ctx, ['activity', 'usage', 'roots']),
    'verify-activity': verifyingKind(ctx, ['activity', 'roots']),
    'verify-usage': verifyingKind(ctx, ['usage', 'roots']),
  }
}

import type { Context } from '../../../context.ts'
import type { JobWork } from './job-kind.ts'
import type { JobKinds } from './job-runner.ts'
import { expiredAccountsKind } from './kinds/expired-accounts.ts'
import { expiredSubscriptionsKind } from './kinds/expired-subscriptions.ts'
import { forceCleanupKind } from './kinds/force-cleanup.ts'
import { orphanedDataKind } from './kinds/orphaned-data.ts'
import { reapplyRevocationsKind } from './kinds/reapply-revocations.ts'
import { restoreEligibleKind } from './kinds/restore-eligible.ts'
import { verifyingKind } from './kinds/verifying.ts'

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

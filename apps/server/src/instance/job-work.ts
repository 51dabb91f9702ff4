import type { Context } from '../context.ts'
import { deleteExpiredAccount } from '../features/accounts/sweep-accounts.ts'
import { updateDueAccount } from '../features/archive/phase/update-due-account.ts'
import { restoreWhatFits } from '../features/archive/restore-what-fits.ts'
import { revokeAllGrants } from '../features/grants/revoke-all-grants.ts'
import type { JobWork } from '../features/operator/jobs/job-kind.ts'
import { reapplyRevocation } from '../reapply/reapply-revocation.ts'
import { verifyLogInThread } from '../verify/verify-log-in-thread.ts'
import { sweepsOf } from './sweeps.ts'

/** What operators' jobs do in slices that their own code cannot reach: the same as the hourly tasks. */
export const jobWorkOf = (ctx: Context): JobWork => ({
  deleteAccount: (id, by) => deleteExpiredAccount(ctx, revokeAllGrants, id, by),
  // Its operator has seen the numbers, so the brake of the hourly task does not apply.
  updateAccount: async (id, { actor, also }) => {
    await updateDueAccount(ctx, id, { destructive: true, actor, also })
  },
  restoreProjects: (ownerId, by) => restoreWhatFits(ctx, ownerId, by),
  reapplyRevocation: async (id, by) => {
    await reapplyRevocation(ctx, id, by)
  },
  verifyLogPart: (part, onProgress) => verifyLogInThread(ctx, part, onProgress),
  sweeps: sweepsOf(ctx).filter(({ retention }) => retention.length > 0),
})

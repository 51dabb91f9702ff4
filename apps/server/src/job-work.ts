import type { Context } from './context.ts'
import type { JobWork } from './features/operator/jobs/job-kind.ts'
import { reapplyRevocation } from './reapply/reapply-revocation.ts'
import { sweepsOf } from './sweeps.ts'
import { verifyLogInThread } from './verify/verify-log-in-thread.ts'

/** What operators' jobs do with code that reaches the vault, or that knows every slice. */
export const jobWorkOf = (ctx: Context): JobWork => ({
  reapplyRevocation: async (id, by) => {
    await reapplyRevocation(ctx, id, by)
  },
  verifyLogPart: (part, onProgress) => verifyLogInThread(ctx, part, onProgress),
  sweeps: sweepsOf(ctx).filter(({ retention }) => retention.length > 0),
})

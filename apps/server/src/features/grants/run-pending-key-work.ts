import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { type ActivityRecorder, recordTampering } from '../audit-log/activity-recorder.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { RunPendingKeyWork } from '../keyring/keyring.ts'
import { createTtlCache } from '../keyring/ttl-cache.ts'
import { fulfilPendingGrants } from './fulfil-pending-grants.ts'
import { listPendingWork, type PendingWork } from './pending-work-store.ts'
import { type Acting, rekeyIfPending } from './rekey-if-pending.ts'

/** How many pieces of pending work one call does. */
const maxPerCall = 8
const maxListed = 64
/**
 * Failed work is not retried for this long. Otherwise it would fail, and be recorded, on every call, and would keep the
 * same user from the remaining work.
 */
const retryAfterMs = 5 * 60_000

const nameOf = ({ project, environment, collaborator }: PendingWork, { userId }: KeyHolder) =>
  `${userId}/${project}/${environment}/${collaborator}`

/**
 * On unlock, runs pending key work: rotates keys after a revocation, and grants keys to collaborators who are waiting.
 */
export function createRunPendingKeyWork(ctx: Context, recorder: ActivityRecorder): RunPendingKeyWork {
  const failedLately = createTtlCache<true>(ctx.clock, {
    idleMs: retryAfterMs,
    maxMs: retryAfterMs,
    maxEntries: 10_000,
  })
  return async (holder, { caller, origin }) => {
    const pending = await listPendingWork(ctx.db, holder, maxListed)
    for (const one of pending.filter((each) => !failedLately.find(nameOf(each, holder))).slice(0, maxPerCall))
      try {
        await runPiece(ctx, { holder, caller, origin }, one)
      } catch (error) {
        // Another call is doing this work right now.
        if (error instanceof AppError && error.code === 'UNAVAILABLE') continue
        failedLately.put(nameOf(one, holder), true)
        if (!(error instanceof AppError)) await reportFailure(ctx, recorder, error, origin)
      }
  }
}

async function runPiece(
  ctx: Context,
  acting: Acting,
  { project, environment, collaborator }: PendingWork,
): Promise<void> {
  if (environment !== null) await rekeyIfPending(ctx, acting, environment, 're-key')
  else if (collaborator !== null) await fulfilPendingGrants(ctx, acting, project, collaborator)
}

async function reportFailure(
  { log }: Pick<Context, 'log'>,
  recorder: ActivityRecorder,
  error: unknown,
  origin: Origin,
): Promise<void> {
  const { requestId } = origin
  if (!(error instanceof TamperedRowError)) return log.fault({ requestId, route: 'pending key work', error })
  log.tampered({ table: error.table, id: error.id, requestId })
  await recordTampering(recorder)(error, origin)
}

import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import { recordTampering } from '../audit-log/record-tampering.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { RunPendingKeyWork } from '../keyring/keyring.ts'
import { createTtlCache } from '../keyring/ttl-cache.ts'
import { fulfilPendingGrants } from './fulfil-pending-grants.ts'
import { listPendingWork, type PendingWork } from './pending-work-store.ts'
import { type Acting, rekeyIfPending } from './rekey-pending.ts'

/** The maximum work that a call does for others. */
const perCall = 8
const looksAt = 64
/**
 * Failed work is paused for a while; otherwise it would fail and be recorded on every call, and would keep the user
 * from the rest.
 */
const restsMs = 5 * 60_000

const nameOf = ({ project, environment, member }: PendingWork, { userId }: KeyHolder) =>
  `${userId}/${project}/${environment}/${member}`

/**
 * On unlock, runs pending key work: rotates keys after a revocation, grants keys to collaborators who are waiting.
 */
export function createRunPendingKeyWork(ctx: Context, recorder: ActivityRecorder): RunPendingKeyWork {
  const resting = createTtlCache<true>(ctx.clock, { idleMs: restsMs, maxMs: restsMs, maxEntries: 10_000 })
  return async (holder, { caller, origin }) => {
    const pending = await listPendingWork(ctx.db, holder, looksAt)
    for (const one of pending.filter((each) => !resting.find(nameOf(each, holder))).slice(0, perCall))
      try {
        await settle(ctx, { holder, caller, origin }, one)
      } catch (error) {
        // Another call was doing it at this moment.
        if (error instanceof AppError && error.code === 'UNAVAILABLE') continue
        resting.put(nameOf(one, holder), true)
        if (!(error instanceof AppError)) await tell(ctx, recorder, error, origin)
      }
  }
}

async function settle(
  ctx: Context,
  acting: Acting,
  { project, environment, member }: PendingWork,
): Promise<void> {
  if (environment !== null) await rekeyIfPending(ctx, acting, environment, 'write')
  else if (member !== null) await fulfilPendingGrants(ctx, acting, project, member)
}

async function tell(
  { log }: Pick<Context, 'log'>,
  recorder: ActivityRecorder,
  error: unknown,
  origin: Origin,
): Promise<void> {
  const { requestId } = origin
  if (!(error instanceof TamperedRowError)) return log.fault({ requestId, route: 'settling', error })
  log.tampered({ table: error.table, id: error.id, requestId })
  await recordTampering(recorder)(error, origin)
}

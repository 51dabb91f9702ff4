import type { Context } from '../../context.ts'
import type { ProviderCache } from '../../identity-provider/connect-provider.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Tx } from '../audit-log/tx.ts'
import type { SessionWorld } from '../sessions/sessions.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'
import type { User } from '../users/user-store.ts'

/** What the calls of accounts need. */
export interface AccountWorld extends SessionWorld {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly providers: ProviderCache
  readonly afterAnswer: WorkAfterAnswer
  /** Mails what happened to the subscriptions of an account while it was deleted. */
  readonly mailHeldBack: (tx: Tx, deleted: User) => Promise<void>
}

/** Longer than answering takes, so that the work cannot delay the answer that it belongs to. */
const delayMs = 100
/** For each task. */
const maxWaiting = 500

type Task = 'sign-in-link' | 'email-change-link' | 'password-reset'

type WorkAfterAnswer = (task: Task, work: () => Promise<unknown>) => void

/**
 * Runs the work of each task one after the other, after its call was answered, so that the time of the answer reveals
 * nothing about it. Beyond the maximum, work is dropped: the caller can ask again.
 */
export function createWorkAfterAnswer({ log }: Pick<Context, 'log'>): WorkAfterAnswer {
  const newQueue = () => ({ waiting: 0, last: Promise.resolve<unknown>(undefined) })
  const queues = {
    'sign-in-link': newQueue(),
    'email-change-link': newQueue(),
    'password-reset': newQueue(),
  } satisfies Record<Task, unknown>
  return (task, work) => {
    const queue = queues[task]
    if (queue.waiting >= maxWaiting) return
    queue.waiting++
    setTimeout(() => {
      queue.last = queue.last
        .then(work)
        .catch((error: unknown) => log.taskFailed({ task, error }))
        .finally(() => {
          queue.waiting--
        })
    }, delayMs).unref()
  }
}

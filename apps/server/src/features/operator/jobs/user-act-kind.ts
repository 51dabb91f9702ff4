/** Acts on all users that a filter leaves: what each does to one user, and to whom it applies. */
import type { UserActKind } from '@envhold/contract/operator/jobs.ts'
import { conflict, TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { listPlainRoles } from '../roles/role-store.ts'
import { userFilterOf, usersAmong } from '../users/user-list-store.ts'
import { bulkActions } from './bulk-action.ts'
import { namesOf, nextOf } from './due-store.ts'
import type { JobKind } from './job-kind.ts'
import { readStoredInput, type UserActInput } from './preview-token.ts'

interface Started {
  readonly kind: UserActKind
  readonly input: UserActInput
  /** Who started it. */
  readonly operator: number
}

/** The users that an act changes now. */
async function usersOf(ctx: Context, { kind, input, operator }: Started) {
  const { status, losing } = bulkActions[kind]
  const { filter, upTo } = input
  const among = {
    status,
    roles: await listPlainRoles(ctx),
    operator,
    upTo,
    losing: await losing?.(ctx, input),
  }
  return usersAmong(ctx, userFilterOf(filter), among)
}

/** The work of an act. `reason` is that of its job. */
export function userActKind(ctx: Context, started: Started, reason: string): JobKind {
  const { kind, input, operator } = started
  const { status, wouldLose, apply } = bulkActions[kind]
  return {
    preview: async () => {
      const due = await usersOf(ctx, started)
      const users = await countAll(due)
      return { counts: { users }, names: await namesOf(due), total: users }
    },
    next: async (after, limit) => await nextOf(await usersOf(ctx, started), after, limit),
    process: (item, run) =>
      transact(ctx, { userId: operator, origin: null }, async (tx) => {
        const id = Number(item)
        await tx.lock([operator, id])
        // Done before this process was stopped, or changed since the preview.
        const user = await findUser(tx, id)
        if (user?.status !== status) return
        const isSkipped = (await wouldLose?.(tx, user, input)) === true
        if (!isSkipped) await apply(tx, id, reason, input)
        await run.note(tx, { counts: isSkipped ? { skippedUsers: 1 } : { changedUsers: 1 } })
        await run.endItem(tx)
      }),
    accountOf: Number,
  }
}

/** A job that was started longer ago is not resumed: its row could be one that someone restored. */
const maxAgeMs = daysMs(7)

/**
 * What a stored job does, and to whom.
 * @throws TamperedRowError if its row was changed from outside; AppError CONFLICT if it is too old
 */
export function openStoredAct(ctx: Pick<Context, 'secrets' | 'clock'>, job: Row<'operator_jobs'>): Started {
  const { expires, ...signed } = readStoredInput(ctx, job)
  if (signed.kind !== job.kind) throw new TamperedRowError('operator_jobs', String(job.id))
  if (ctx.clock() > expires + maxAgeMs) throw conflict('This job is too old to be resumed. Start a new one.')
  return signed
}

/** The act of a stored job, which is opened before each step. */
export function storedUserActKind(ctx: Context, job: Row<'operator_jobs'>): JobKind {
  const open = () => userActKind(ctx, openStoredAct(ctx, job), job.reason)
  return {
    preview: async () => await open().preview(),
    next: async (after, limit) => await open().next(after, limit),
    process: async (item, run) => await open().process(item, run),
    accountOf: Number,
  }
}

import type { Context, TrxContext } from '../../../context.ts'
import { inTransaction, type WithTrx } from '../../../db/transaction.ts'
import { unlessTampered } from '../../../db/unless-tampered.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { queueMailIfAllowed } from '../../../mail/queue-mail.ts'
import { type EnvironmentRow, findEnvironment } from '../../environments/environment-store.ts'
import { listMemberships, sharedIn } from '../../projects/membership-store.ts'
import { findProjectOfUser, sharingStatuses } from '../../projects/shared-project-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import {
  type DueDay,
  deleteDueDaysBefore,
  listDueDays,
  listEnvironmentsToRemind,
  markReminded,
  settersOf,
} from './due-day-store.ts'
import { dayAt, dayIn, daysLeft, dueReminder, reminderDays, startOf } from './due-reminder.ts'

export const dueDayRetention: readonly RetentionRule[] = [
  {
    what: 'The days on which variables are due, in the clear',
    period: 'immediately',
    after: 'the day is over',
  },
]

const [first, last] = reminderDays

/**
 * Mails the owner of a project, and whoever set the day, 7 days and 1 day before variables of an environment are due.
 * Deletes the days that are past.
 * @returns how many were deleted
 * @throws the first failure, after every other environment was processed
 */
export async function sweepDueDays(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  const now = ctx.clock()
  const days = { from: dayAt(now), to: dayIn(first, now), last: dayIn(last, now) }
  for (let after = 0, ids: number[]; ; after = ids.at(-1) ?? after) {
    ids = await listEnvironmentsToRemind(ctx.db, { ...days, after })
    if (ids.length === 0) break
    for (const id of ids)
      await unlessTampered(ctx, 'sweep', () => inTransaction(ctx, (tx) => remindOf(tx, id))).catch(
        (error) => {
          if (!(error instanceof MailLimitError)) failures.push(error)
        },
      )
  }
  const deleted = await deleteDueDaysBefore(ctx.db, days.from)
  if (failures.length > 0) throw failures[0]
  return deleted
}

/** A recipient gets no more mails in this hour. The next run tries the environment again. */
class MailLimitError extends Error {
  override readonly name = 'MailLimitError'
}

async function remindOf(tx: WithTrx<Context>, id: number): Promise<void> {
  // Another node, or a write, waits here.
  const environment = await findEnvironment(tx, id, { hold: true })
  if (!environment) return
  const now = tx.clock()
  const rows = await listDueDays(tx, id, { from: dayAt(now), to: dayIn(first, now) })
  const due = rows.flatMap((row) => {
    const reminder = dueReminder(row, now)
    return reminder === undefined ? [] : [{ row, reminder }]
  })
  const recipients = due.length > 0 && (await listRecipients(tx, environment))
  if (!recipients) return
  for (const { row, reminder } of due)
    if (await mailAbout(tx, environment, row, recipients)) await markReminded(tx, row, reminder)
}

/** @returns whether there was anybody to mail @throws MailLimitError */
async function mailAbout(
  tx: WithTrx<Context>,
  { id, name }: EnvironmentRow,
  row: DueDay,
  { project, ownerId, people }: Recipients,
): Promise<boolean> {
  const users = [...new Set([ownerId, ...settersOf(row)])].flatMap((userId) => people.get(userId) ?? [])
  const variables = {
    project: project.name,
    environment: name,
    days: daysLeft(row.day, tx.clock()),
    due: startOf(row.day),
    variables: row.variable_count,
    projectId: project.id,
    environmentId: id,
  }
  for (const { email } of users)
    if (!(await queueMailIfAllowed(tx, 'variablesDue', { to: email, variables }))) throw new MailLimitError()
  return users.length > 0
}

interface Recipients {
  readonly project: { readonly id: number; readonly name: string }
  readonly ownerId: number
  /** The owner and all collaborators who see the environment, unless their accounts are not active. */
  readonly people: ReadonlyMap<number, User>
}

const nobody = 0

/** Who can be reminded of an environment; undefined if its project is deleted, or its owner's account. */
async function listRecipients(
  tx: TrxContext<'secrets'>,
  { id, project_id }: EnvironmentRow,
): Promise<Recipients | undefined> {
  const project = (await findProjectOfUser(tx, project_id, nobody))?.project
  const owner = project && (await findUser(tx, project.owner_id))
  if (!project || !sharingStatuses.some((status) => status === owner?.status)) return undefined
  const seeing = (await listMemberships(tx, project.id)).filter(
    (membership) => membership.held_at === null && sharedIn(membership).includes(id),
  )
  const people = new Map<number, User>()
  for (const userId of [project.owner_id, ...seeing.map(({ user_id }) => user_id)]) {
    const user = await findUser(tx, userId)
    if (user?.status === 'ACTIVE') people.set(userId, user)
  }
  return { project, ownerId: project.owner_id, people }
}

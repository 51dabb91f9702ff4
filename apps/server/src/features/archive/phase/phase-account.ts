import { isDeepStrictEqual } from 'node:util'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../../context.ts'
import { parseStored, storedNumbers, storedTexts } from '../../../db/parse-stored.ts'
import type { Mailed } from '../../../mail/mail-queue-store.ts'
import { findMailed } from '../../../mail/mail-queue-store.ts'
import type { Tx } from '../../audit-log/tx.ts'
import {
  type AccountPhase,
  findAccountPhase,
  saveAccountPhase,
  untouched,
} from '../../plans/account-phase-store.ts'
import { findPlan, type StoredPlan } from '../../plans/plan-store.ts'
import { listCountedCollaborators, listHeldPeople } from '../../projects/compliance-state-store.ts'
import { listOwnedProjects, type OwnedProject } from '../../projects/project-store.ts'
import { canonical } from '../../users/canonical.ts'
import { findUser, namesOfUsers, type User } from '../../users/user-store.ts'
import {
  type ArchivedProject as ArchivedRow,
  changeArchived,
  listArchived,
} from '../archived-project-store.ts'
import type { ArchivedProject, Evaluation, Facts, Grace, Reminder } from './facts.ts'
import { listCollaboratorsOfArchived } from './phase-store.ts'

/** An account as stored, and what decides about it. */
export interface LoadedAccount {
  readonly user: User
  readonly plan: StoredPlan
  readonly phase: AccountPhase
  readonly live: readonly OwnedProject[]
  readonly archived: readonly ArchivedRow[]
  readonly facts: Facts
}

type MailedById = ReadonlyMap<number, Mailed>

const givenUp: Mailed = { sentAt: null, isGivenUp: true }

/** @returns undefined if there is no such account @throws TamperedRowError */
export async function loadAccount(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
): Promise<LoadedAccount | undefined> {
  const user = await findUser(ctx, userId)
  if (!user) return undefined
  const plan = await findPlan(ctx, user.plan)
  if (!plan) throw new Error(`The plan ${user.plan} is missing`)
  const phase = (await findAccountPhase(ctx, userId)) ?? untouched(userId)
  const live = await listOwnedProjects(ctx, userId)
  const archived = await listArchived(ctx, userId)
  const now = ctx.clock()
  const isOperator = user.role === 'SUPER_ADMIN'
  const mailed = await findMailed(ctx.db, mailsOf(phase, archived))
  const facts: Facts = {
    isEntitled: user.plan !== freePlan || isOperator,
    maxProjects: isOperator ? unlimited : plan.max_projects,
    maxCollaborators: isOperator ? unlimited : plan.max_collaborators,
    hadPaid: phase.had_paid === 1,
    // Nothing happens to an account that nobody can use.
    suspendedAt: phase.suspended_at ?? (user.status === 'ACTIVE' ? null : now),
    projects: live.map(({ id, created_at }) => ({ id, createdAt: created_at })),
    people: await listCountedCollaborators(ctx.db, userId, now),
    phase: phase.phase,
    graces: phase.graces,
    grace: graceOf(phase, mailed, await readRetainedPeople(ctx, phase)),
    archived: await archivedFacts(ctx, userId, archived, mailed),
    held: await listHeldPeople(ctx.db, userId, now),
  }
  return { user, plan, phase, live, archived, facts }
}

/** The mails whose fate is not known yet, or still matters. */
const mailsOf = (phase: AccountPhase, archived: readonly ArchivedRow[]): number[] =>
  [
    phase.started_sent_at === null ? phase.started_mail : null,
    phase.reminder_mail,
    ...archived.map(({ reminder_mail }) => reminder_mail),
  ].filter((id) => id !== null)

function reminderOf(
  { reminder_mail, reminded_at }: Pick<AccountPhase, 'reminder_mail' | 'reminded_at'>,
  mailed: MailedById,
): Reminder | null {
  if (reminded_at === null) return null
  return { queuedAt: reminded_at, ...(mailed.get(reminder_mail ?? 0) ?? givenUp) }
}

/** The canonical addresses of those whom the owner chose to stay: the present ones, where they have accounts. */
async function readRetainedPeople({ db }: Pick<DbContext, 'db'>, phase: AccountPhase): Promise<string[]> {
  const stored = phase.keep_people === null ? [] : parseStored(storedTexts, phase.keep_people)
  const users = await namesOfUsers(db, stored.filter((text) => !text.includes('@')).map(Number))
  return stored.flatMap((text) => {
    if (text.includes('@')) return text
    const user = users.get(Number(text))
    return user ? canonical(user.email) : []
  })
}

function graceOf(phase: AccountPhase, mailed: MailedById, retainedPeople: readonly string[]): Grace | null {
  const { grace_began, grace_end, started_mail, started_sent_at } = phase
  if (phase.phase !== 'grace' || grace_began === null || grace_end === null) return null
  return {
    began: grace_began,
    end: grace_end,
    started:
      started_sent_at === null
        ? (mailed.get(started_mail ?? 0) ?? givenUp)
        : { sentAt: started_sent_at, isGivenUp: false },
    reminded: parseStored(storedNumbers, phase.reminded),
    reminder: reminderOf(phase, mailed),
    keep: parseStored(storedNumbers, phase.keep),
    retainedPeople,
  }
}

async function archivedFacts(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
  archived: readonly ArchivedRow[],
  mailed: MailedById,
): Promise<ArchivedProject[]> {
  if (archived.length === 0) return []
  const people = Map.groupBy(
    await listCollaboratorsOfArchived(ctx.db, userId, ctx.clock()),
    ({ project }) => project,
  )
  return archived.map((row) => {
    const sharing = people.get(row.project_id) ?? []
    return {
      id: row.project_id,
      createdAt: row.created_at,
      reason: row.reason,
      at: row.archived_at,
      expires: row.expires_at,
      reminded: parseStored(storedNumbers, row.reminded),
      reminder: reminderOf(row, mailed),
      people: sharing.filter(({ held_at }) => held_at === null),
      held: sharing.filter(({ held_at }) => held_at !== null),
    }
  })
}

/** The ids of the mails that a change queued. */
export interface QueuedMails {
  readonly started?: number
  readonly reminder?: number
  readonly archiveReminder?: number
  /** The collaborators who were warned of the end of the grace period. */
  readonly warned?: readonly number[]
}

const rowOf = (phase: AccountPhase, { grace, ...next }: Facts, mails: QueuedMails): AccountPhase => ({
  ...phase,
  phase: next.phase,
  had_paid: next.hadPaid ? 1 : 0,
  graces: next.graces,
  grace_began: grace?.began ?? null,
  grace_end: grace?.end ?? null,
  started_mail: grace ? (mails.started ?? phase.started_mail) : null,
  started_sent_at: grace?.started.sentAt ?? null,
  reminded: JSON.stringify(grace?.reminded ?? []),
  reminder_mail: grace?.reminder ? (mails.reminder ?? phase.reminder_mail) : null,
  reminded_at: grace?.reminder?.queuedAt ?? null,
  keep: JSON.stringify(grace?.keep ?? []),
  keep_people: grace && grace.retainedPeople.length > 0 ? phase.keep_people : null,
  warned: grace && mails.warned ? JSON.stringify(mails.warned) : grace && phase.warned,
})

/**
 * Stores whom the owner chose to stay when the grace period ends. A collaborator may get another e-mail address before
 * that, so an account is stored by its ID.
 * @param userIds by canonical address
 */
export const saveRetainedPeople = (
  tx: Tx,
  phase: AccountPhase,
  emails: readonly string[],
  userIds: ReadonlyMap<string, number>,
): Promise<void> => {
  const people = emails.map((email) => String(userIds.get(email) ?? email))
  return saveAccountPhase(tx, { ...phase, keep_people: JSON.stringify(people) })
}

/** Whether an evaluation changes anything about an account. */
export const isChanged = ({ phase }: LoadedAccount, { next, effects }: Evaluation): boolean =>
  effects.length > 0 || !isDeepStrictEqual(rowOf(phase, next, {}), phase)

/** Writes what changed about an account and its archived projects. */
export async function saveAccount(
  tx: Tx,
  { phase, archived }: LoadedAccount,
  next: Facts,
  mails: QueuedMails = {},
): Promise<void> {
  const row = rowOf(phase, next, mails)
  if (!isDeepStrictEqual(row, phase)) await saveAccountPhase(tx, row)
  const rows = new Map(archived.map((project) => [project.project_id, project]))
  for (const { id, expires, reminded, reminder } of next.archived) {
    const before = rows.get(id)
    // A project that is archived now is written already.
    if (!before) continue
    const isReminded = reminder !== null && reminder.queuedAt !== before.reminded_at
    if (expires === before.expires_at && !isReminded) continue
    await changeArchived(tx, before, {
      expires_at: expires,
      reminded: JSON.stringify(reminded),
      reminded_at: reminder?.queuedAt ?? null,
      reminder_mail: isReminded ? (mails.archiveReminder ?? null) : before.reminder_mail,
    })
  }
}

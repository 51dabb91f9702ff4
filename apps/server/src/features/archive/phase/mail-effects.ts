import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { withdrawMails } from '../../../mail/mail-queue-store.ts'
import type { lossVariables, ValuesOf } from '../../../mail/mail-variables.ts'
import { queueMail, queueMailWithReceipt } from '../../../mail/queue-mail.ts'
import type { BoundNames } from '../../../mail/wording.ts'
import { boundNames } from '../../../mail/wording.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { excessOf } from './excess.ts'
import type { Effect, Evaluation, Facts } from './facts.ts'
import type { LoadedAccount, QueuedMails } from './phase-account.ts'

const projectsOf = (effects: readonly Effect[], kind: 'archive' | 'restore') =>
  effects.flatMap((effect) => (effect.kind === kind ? [effect.project] : []))
const peopleOf = (effects: readonly Effect[], kind: 'hold' | 'release') =>
  effects.flatMap((effect) => (effect.kind === kind ? [effect.person] : []))

/** A subscription that has just ended. */
export interface Ended {
  /** The display name of its plan. */
  readonly plan: string
  /** The name of the provider that could not collect the payment, if it ended for that. */
  readonly unpaid: readonly string[]
}

/**
 * Queues the mails about what happens to an account, and withdraws those that are no longer true.
 * @returns those that later steps wait for
 */
export async function mailEffects(
  tx: Tx,
  loaded: LoadedAccount,
  evaluation: Evaluation,
  ended: Ended | undefined,
): Promise<QueuedMails> {
  await withdrawMails(tx, outdatedMails(loaded, evaluation))
  const mails: { -readonly [Key in keyof QueuedMails]: QueuedMails[Key] } = {}
  for (const effect of evaluation.effects) {
    if (effect.kind === 'grace_started' || effect.kind === 'grace_announced_again')
      mails.started = await mailStart(tx, loaded, evaluation, ended)
    if (effect.kind === 'grace_reminder')
      mails.reminder = await mailReminder(tx, loaded, evaluation, effect.days)
    if (effect.kind === 'archive_reminder')
      mails.archiveReminder = await mailArchiveReminder(tx, loaded, evaluation, effect)
    await mailResult(tx, loaded, evaluation, effect)
  }
  return mails
}

function mailStart(
  tx: Tx,
  loaded: LoadedAccount,
  { next }: Evaluation,
  ended: Ended | undefined,
): Promise<number> {
  return queueMailWithReceipt(tx, 'graceStarted', {
    to: loaded.user.email,
    variables: {
      ended: ended ? [ended.plan] : [],
      unpaid: ended?.unpaid ?? [],
      plan: loaded.plan.display_name,
      allows: allowanceText(next),
      has: usageText(next),
      end: next.grace?.end ?? tx.clock(),
      ...lossAtEnd(loaded, next),
    },
  })
}

function mailReminder(tx: Tx, loaded: LoadedAccount, { next }: Evaluation, days: number): Promise<number> {
  return queueMailWithReceipt(tx, 'graceReminder', {
    to: loaded.user.email,
    variables: { days, end: next.grace?.end ?? tx.clock(), ...lossAtEnd(loaded, next) },
  })
}

function mailArchiveReminder(
  tx: Tx,
  loaded: LoadedAccount,
  { next }: Evaluation,
  { days, projects: ids }: Extract<Effect, { kind: 'archive_reminder' }>,
): Promise<number> {
  const deleted = Math.min(
    ...next.archived.filter(({ id }) => ids.includes(id)).map(({ expires }) => expires),
  )
  const { projects, moreProjects } = lossOf(loaded, ids, [])
  return queueMailWithReceipt(tx, 'archiveReminder', {
    to: loaded.user.email,
    variables: { days, deleted, projects, moreProjects },
  })
}

async function mailResult(
  tx: Tx,
  loaded: LoadedAccount,
  { next, effects }: Evaluation,
  { kind }: Effect,
): Promise<void> {
  const to = loaded.user.email
  const plan = loaded.plan.display_name
  if (kind === 'grace_cleared') await queueMail(tx, 'graceCleared', { to, variables: { plan } })
  if (kind === 'downgrade_completed') await queueMail(tx, 'downgradeCompleted', { to, variables: { plan } })
  if (kind === 'downgrade_final') {
    const ids = projectsOf(effects, 'archive')
    const deleted = next.archived.find(({ id }) => ids.includes(id))?.expires ?? tx.clock()
    const loss = lossOf(loaded, ids, peopleOf(effects, 'hold'))
    await queueMail(tx, 'downgradeFinal', { to, variables: { plan, deleted, ...loss } })
  }
  if (kind === 'projects_restored') {
    const { shared: _, ...back } = lossOf(
      loaded,
      projectsOf(effects, 'restore'),
      peopleOf(effects, 'release'),
    )
    await queueMail(tx, 'projectsRestored', { to, variables: { plan, ...back } })
  }
}

/**
 * Mails about an account that an evaluation makes untrue. One that was refused for days would otherwise arrive after
 * its successor, with a date that is over.
 */
function outdatedMails({ phase, archived, facts }: LoadedAccount, evaluation: Evaluation): number[] {
  const { next, effects } = evaluation
  const hasEnded = facts.grace !== null && next.grace === null
  const isRepeated = effects.some(({ kind }) => kind === 'grace_reminder')
  // A mail about several projects stays while one of them has no later mail.
  const settled = new Set(
    effects.flatMap((effect) => {
      if (effect.kind === 'archive_reminder') return effect.projects
      return effect.kind === 'restore' || effect.kind === 'delete' ? [effect.project] : []
    }),
  )
  const about = Map.groupBy(archived, ({ reminder_mail }) => reminder_mail)
  const archiveReminders = [...about].flatMap(([mail, projects]) =>
    projects.every(({ project_id }) => settled.has(project_id)) ? [mail] : [],
  )
  return [
    hasEnded ? phase.started_mail : null,
    hasEnded || isRepeated ? phase.reminder_mail : null,
    ...archiveReminders,
  ].filter((id) => id !== null)
}

const formatLimit = (count: number, noun: string) =>
  count === unlimited ? `any number of ${noun}s` : formatCount(count, noun)

const both = (projects: number, people: number) =>
  `${formatLimit(projects, 'project')} and ${formatLimit(people, 'collaborator')}`

/** What a plan allows, in words. */
export const allowanceText = ({
  maxProjects,
  maxCollaborators,
}: Pick<Facts, 'maxProjects' | 'maxCollaborators'>): string => both(maxProjects, maxCollaborators)

/** What an account has, in words. */
export const usageText = ({ projects, people }: Facts): string => both(projects.length, people.length)

interface Loss extends ValuesOf<typeof lossVariables> {
  /** A project of one of the people that stays. */
  readonly shared: number
}

/** The names of projects and people, as a mail shows them. */
function lossOf(
  { live, archived, facts }: LoadedAccount,
  projectIds: readonly number[],
  emails: readonly string[],
): Loss {
  const known = new Map([
    ...live.map(({ id, name }) => [id, name] as const),
    ...archived.map(({ project_id, name }) => [project_id, name] as const),
  ])
  const projects: BoundNames = boundNames(projectIds.map((id) => known.get(id) ?? String(id)))
  const people = boundNames(emails)
  return {
    projects: projects.names,
    moreProjects: projects.more,
    people: people.names,
    morePeople: people.more,
    shared:
      facts.people
        .filter(({ email }) => emails.includes(email))
        .flatMap((person) => person.projects)
        .find((id) => !projectIds.includes(id)) ?? 0,
  }
}

/** What the end of the grace period would take away now. */
function lossAtEnd(loaded: LoadedAccount, next: Facts): Loss {
  const { projects, people } = excessOf(next, next.grace ?? undefined)
  return lossOf(
    loaded,
    projects.map(({ id }) => id),
    people.map(({ email }) => email),
  )
}

import type { EventType, Severity } from '@envhold/contract/activity/event-types.ts'
import { dayOf, daysOf, peopleOf, projectsOf } from '../../../mail/wording.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { saveAccountPhase } from '../../plans/account-phase-store.ts'
import type { CollaboratorOfOwner } from '../../projects/collaborators-of-owner-store.ts'
import { archiveProject, deleteArchived, restoreArchived } from '../archived-project-store.ts'
import { pauseAccess, resumeAccess } from '../paused-access-store.ts'
import { mailCollaboratorsOf, readCollaboratorsBefore } from './collaborator-mails.ts'
import { type Allowed, evaluate } from './evaluate.ts'
import type { Effect, Evaluation, Facts } from './facts.ts'
import { allowanceText, type Ended, mailEffects, usageText } from './mail-effects.ts'
import { unsuspend } from './owner-operations.ts'
import { type LoadedAccount, loadAccount, saveAccount } from './phase-account.ts'

/**
 * Brings an account into the state that follows from its plan and its use. Every change of either ends with this, in
 * the same transaction. Takes nothing away: only the hourly sweep does. The account is locked.
 * @param ended the subscription that has just ended
 * @returns what happened; nothing if there is no such account
 */
export const updatePhase = async (tx: Tx, userId: number, ended?: Ended): Promise<readonly Effect[]> =>
  (await updatePhaseWith(tx, userId, { destructive: false, ended }))?.evaluation.effects ?? []

interface Updated {
  readonly loaded: LoadedAccount
  readonly evaluation: Evaluation
  /** As they were before; empty if nothing happened. */
  readonly collaborators: readonly CollaboratorOfOwner[]
}

/** {@link updatePhase}, with the steps that take something away if they are allowed. */
export async function updatePhaseWith(
  tx: Tx,
  userId: number,
  { ended, ...allowed }: Allowed & { readonly ended?: Ended | undefined },
): Promise<Updated | undefined> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded) return undefined
  const evaluation = evaluate(loaded.facts, tx.clock(), allowed)
  const collaborators = await readCollaboratorsBefore(tx, userId, evaluation.effects)
  for (const effect of evaluation.effects) await applyEffect(tx, loaded, evaluation.next, effect)
  recordEffects(tx, loaded, evaluation)
  const mails = await mailEffects(tx, loaded, evaluation, ended)
  const warned = await mailCollaboratorsOf(tx, loaded, evaluation, collaborators)
  await saveAccount(tx, loaded, evaluation.next, { ...mails, ...(warned && { warned }) })
  return { loaded, evaluation, collaborators }
}

async function applyEffect(
  tx: Tx,
  { user, live, archived }: LoadedAccount,
  next: Facts,
  effect: Effect,
): Promise<void> {
  if (effect.kind === 'hold') await pauseAccess(tx, user.id, effect.person)
  if (effect.kind === 'release') await resumeAccess(tx, user.id, effect.person)
  if (effect.kind === 'archive') {
    const project = live.find(({ id }) => id === effect.project)
    const expires = next.archived.find(({ id }) => id === effect.project)?.expires
    if (!project || expires === undefined) throw new Error(`The project ${effect.project} is missing`)
    await archiveProject(tx, project, { reason: 'grace_period_expired', expires })
  }
  if (effect.kind === 'restore' || effect.kind === 'delete') {
    const row = archived.find(({ project_id }) => project_id === effect.project)
    if (!row) throw new Error(`The project ${effect.project} is missing from the archive`)
    await (effect.kind === 'restore' ? restoreArchived(tx, row) : deleteArchived(tx, row))
  }
}

type Described = readonly [type: EventType, description: string, severity?: Severity]

interface PhaseChange {
  readonly plan: string
  readonly evaluation: Evaluation
  /** How many effects of a kind there are. */
  readonly count: (kind: Effect['kind']) => number
  readonly nameOf: (projectId: number) => string
}

type Describe<Kind extends Effect['kind']> = (
  effect: Extract<Effect, { kind: Kind }>,
  happened: PhaseChange,
) => Described | undefined

/** As the owner sees it in the activity log. */
const described: { readonly [Kind in Effect['kind']]: Describe<Kind> } = {
  grace_started: (_, { plan, evaluation: { next } }) => [
    'grace_started',
    `Grace period until ${dayOf(next.grace?.end ?? 0)}: the ${plan} plan allows ${allowanceText(next)}, and the account has ${usageText(next)}`,
  ],
  // The mail alone is repeated.
  grace_announced_again: () => undefined,
  grace_reminder: (effect) => ['grace_reminder', `Reminder: ${daysOf(effect.days)} of the grace period left`],
  archive_reminder: ({ days, projects }) => [
    'grace_reminder',
    `Reminder: ${daysOf(days)} left before ${projectsOf(projects.length)} in the archive ${projects.length === 1 ? 'is' : 'are'} deleted`,
  ],
  grace_cleared: (_, { plan }) => ['grace_cleared', `The ${plan} plan ended the grace period`],
  downgrade_completed: (_, { plan }) => [
    'downgrade_completed',
    `The account fits the ${plan} plan, which ended the grace period`,
  ],
  downgrade_final: (_, { count }) => [
    'downgrade_final',
    `The grace period ended: archived ${projectsOf(count('archive'))} and paused the access of ${peopleOf(count('hold'))}`,
  ],
  projects_restored: (_, { plan, count }) => [
    'projects_restored',
    `The ${plan} plan brought back ${projectsOf(count('restore'))} and the access of ${peopleOf(count('release'))}`,
  ],
  // Each of them has an event.
  people_released: () => undefined,
  archive: ({ project }, { nameOf }) => [
    'project_archived',
    `Archived the project "${nameOf(project)}" at the end of the grace period`,
    'high',
  ],
  restore: ({ project }, { nameOf }) => ['project_restored', `Restored the project "${nameOf(project)}"`],
  delete: ({ project }, { nameOf }) => [
    'archived_project_deleted',
    `Permanently deleted the archived project "${nameOf(project)}"`,
  ],
  hold: ({ person }) => [
    'user_role_changed',
    `Paused the access of ${person}: the plan does not allow as many collaborators`,
  ],
  release: ({ person }) => ['user_role_changed', `Gave ${person} access again`],
}

const describeEffect = <Kind extends Effect['kind']>(
  effect: Extract<Effect, { kind: Kind }>,
  happened: PhaseChange,
): Described | undefined => {
  const describe = described[effect.kind as Kind] as Describe<Kind>
  return describe(effect, happened)
}

/** Records what happens to an account. */
function recordEffects(tx: Tx, { user, plan, live, archived }: LoadedAccount, evaluation: Evaluation): void {
  const names = new Map([
    ...live.map(({ id, name }) => [id, name] as const),
    ...archived.map(({ project_id, name }) => [project_id, name] as const),
  ])
  const happened: PhaseChange = {
    plan: plan.display_name,
    evaluation,
    count: (kind) => evaluation.effects.filter((effect) => effect.kind === kind).length,
    nameOf: (id) => names.get(id) ?? String(id),
  }
  for (const effect of evaluation.effects) {
    const event = describeEffect(effect, happened)
    if (!event) continue
    const [type, description, severity] = event
    // The event belongs to the account, even if a collaborator acts.
    tx.record({
      type,
      description,
      ...(severity && { severity }),
      userId: user.id,
      tokenId: null,
      origin: null,
      projectId: 'project' in effect ? effect.project : null,
    })
  }
}

/** Stops the clocks of an account that is suspended: nothing of it is archived or deleted. The account is locked. */
export async function stopClocks(tx: Tx, userId: number): Promise<void> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded || loaded.phase.suspended_at !== null) return
  await saveAccountPhase(tx, { ...loaded.phase, suspended_at: tx.clock() })
}

/**
 * Lets the clocks of an account go on: everything ends as much later as they were stopped. Its status is ACTIVE again,
 * and it is locked.
 */
export async function startClocks(tx: Tx, userId: number): Promise<void> {
  const loaded = await loadAccount(tx, userId)
  if (!loaded || loaded.phase.suspended_at === null) return
  const phase = { ...loaded.phase, suspended_at: null }
  await saveAccountPhase(tx, phase)
  await saveAccount(tx, { ...loaded, phase }, unsuspend(loaded.facts, tx.clock()))
  await updatePhase(tx, userId)
}

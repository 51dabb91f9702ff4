import type { EventType, Severity } from '@envhold/contract/event-types.ts'
import { dayOf, daysOf, peopleOf, projectsOf } from '../../../mail/wording.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { allowanceText, usageText } from './describe-use.ts'
import type { Effect, Evaluation } from './facts.ts'
import type { LoadedAccount } from './load-account.ts'

type Described = readonly [type: EventType, severity: Severity, description: string]

interface Happened {
  readonly plan: string
  readonly evaluation: Evaluation
  /** How many effects of a kind there are. */
  readonly count: (kind: Effect['kind']) => number
  readonly nameOf: (projectId: number) => string
}

type Describe<Kind extends Effect['kind']> = (
  effect: Extract<Effect, { kind: Kind }>,
  happened: Happened,
) => Described | undefined

/** As the owner sees it in the activity log. */
const described: { readonly [Kind in Effect['kind']]: Describe<Kind> } = {
  grace_started: (_, { plan, evaluation: { next } }) => [
    'grace_started',
    'high',
    `Grace period until ${dayOf(next.grace?.end ?? 0)}: the ${plan} plan allows ${allowanceText(next)}, and the account has ${usageText(next)}`,
  ],
  // The mail alone is repeated.
  grace_announced_again: () => undefined,
  grace_reminder: (effect) => [
    'grace_reminder',
    'medium',
    `Reminder: ${daysOf(effect.days)} of the grace period left`,
  ],
  archive_reminder: ({ days, projects }) => [
    'grace_reminder',
    'medium',
    `Reminder: ${daysOf(days)} left before ${projectsOf(projects.length)} in the archive ${projects.length === 1 ? 'is' : 'are'} deleted`,
  ],
  grace_cleared: (_, { plan }) => ['grace_cleared', 'medium', `The ${plan} plan ended the grace period`],
  downgrade_completed: (_, { plan }) => [
    'downgrade_completed',
    'medium',
    `The account fits the ${plan} plan, which ended the grace period`,
  ],
  downgrade_final: (_, { count }) => [
    'downgrade_final',
    'high',
    `The grace period ended: archived ${projectsOf(count('archive'))} and paused the access of ${peopleOf(count('hold'))}`,
  ],
  projects_restored: (_, { plan, count }) => [
    'projects_restored',
    'medium',
    `The ${plan} plan brought back ${projectsOf(count('restore'))} and the access of ${peopleOf(count('release'))}`,
  ],
  // Each of them has an event.
  people_released: () => undefined,
  archive: ({ project }, { nameOf }) => [
    'project_archived',
    'high',
    `Archived the project "${nameOf(project)}" at the end of the grace period`,
  ],
  restore: ({ project }, { nameOf }) => [
    'project_restored',
    'medium',
    `Restored the project "${nameOf(project)}"`,
  ],
  delete: ({ project }, { nameOf }) => [
    'archived_project_deleted',
    'high',
    `Permanently deleted the archived project "${nameOf(project)}"`,
  ],
  hold: ({ person }) => [
    'user_role_changed',
    'medium',
    `Paused the access of ${person}: the plan does not allow as many collaborators`,
  ],
  release: ({ person }) => ['user_role_changed', 'medium', `Gave ${person} access again`],
}

const describeEffect = <Kind extends Effect['kind']>(
  effect: Extract<Effect, { kind: Kind }>,
  happened: Happened,
): Described | undefined => {
  const describe = described[effect.kind as Kind] as Describe<Kind>
  return describe(effect, happened)
}

/** Records what happens to an account. */
export function recordEffects(
  tx: Tx,
  { user, plan, live, archived }: LoadedAccount,
  evaluation: Evaluation,
): void {
  const names = new Map([
    ...live.map(({ id, name }) => [id, name] as const),
    ...archived.map(({ project_id, name }) => [project_id, name] as const),
  ])
  const happened: Happened = {
    plan: plan.display_name,
    evaluation,
    count: (kind) => evaluation.effects.filter((effect) => effect.kind === kind).length,
    nameOf: (id) => names.get(id) ?? String(id),
  }
  for (const effect of evaluation.effects) {
    const event = describeEffect(effect, happened)
    if (!event) continue
    const [type, severity, description] = event
    // The event belongs to the account, even if a collaborator acts.
    tx.record({
      type,
      severity,
      description,
      userId: user.id,
      tokenId: null,
      origin: null,
      projectId: 'project' in effect ? effect.project : null,
    })
  }
}

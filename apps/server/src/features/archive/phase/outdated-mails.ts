import type { Evaluation } from './facts.ts'
import type { LoadedAccount } from './load-account.ts'

/**
 * Mails about an account that an evaluation makes untrue. One that was refused for days would otherwise arrive after
 * its successor, with a date that is over.
 */
export function outdatedMails({ phase, archived, facts }: LoadedAccount, evaluation: Evaluation): number[] {
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

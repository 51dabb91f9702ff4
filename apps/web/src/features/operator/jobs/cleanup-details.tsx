import { isVerifying, type Job } from '@envhold/contract/operator/jobs.ts'
import { Badge } from '../../../ui/text/badge.tsx'

/** The accounts that a job changed, and those where it failed, or what is broken. The list scrolls. */
export function CleanupDetails({ job: { kind, details, failures } }: { job: Job }) {
  return (
    <ul
      aria-label={isVerifying(kind) ? 'Problems' : 'Accounts'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-64 divide-y overflow-y-auto rounded-md border text-small"
    >
      {failures.map(({ item, email, message }) => (
        <li key={`${item} ${message}`} className="grid gap-0.5 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-all">{item}</span>
            <Badge tone="bad">Error</Badge>
          </span>
          {email && <span className="break-all text-ink-3">{email}</span>}
          <span className="break-words text-ink-2">{message}</span>
        </li>
      ))}
      {details.map(({ username, email, oldPlan, newPlan, archivedProjectsDeleted }) => (
        <li key={username} className="grid gap-0.5 px-3 py-2">
          <span className="font-medium break-all">{username}</span>
          <span className="break-all text-ink-3">{email}</span>
          <span className="text-ink-2">
            {oldPlan && `${oldPlan} → `}
            {newPlan}
            {archivedProjectsDeleted > 0 &&
              ` · ${archivedProjectsDeleted === 1 ? '1 archived project' : `${archivedProjectsDeleted} archived projects`} deleted`}
          </span>
        </li>
      ))}
    </ul>
  )
}

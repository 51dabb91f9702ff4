import type { Project } from '@envhold/contract/projects/projects.ts'
import { useCompliance } from './compliance-queries.ts'
import { graceViews } from './load-grace-views.ts'
import { isInGrace } from './use-grace-period.ts'

/** Places of a grace period in the shell, on the billing page and above collaborators. Empty for most accounts. */
export function GracePart({ part }: { part: 'Indicator' | 'Strip' | 'PlanRow' | 'People' }) {
  const { data } = useCompliance()
  const Part = graceViews()?.[part]
  return data && Part ? <Part compliance={data} /> : null
}

/** Whether there is something to say of a grace period or archived projects above the projects. */
export function useHasGraceNotice(): boolean {
  const { data } = useCompliance()
  return isInGrace(data) || (data?.archivedProjects ?? 0) > 0
}

/** Above the projects of the dashboard. */
export function GraceNotice({ projects }: { projects: readonly Project[] }) {
  const { data } = useCompliance()
  const Notice = graceViews()?.Notice
  return data && Notice ? <Notice compliance={data} projects={projects} /> : null
}

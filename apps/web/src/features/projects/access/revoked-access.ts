import type { SharedProject } from '@envhold/contract/projects/access.ts'
import { formatCount } from '../../../ui/text/format.ts'

const maxNamed = 3

/** 'Storefront', '2 environments of Blog'. */
const revokedIn = (project: SharedProject, now: SharedProject | undefined): string[] => {
  if (!now) return [project.name]
  const revoked = project.environments.filter((id) => !now.environments.includes(id)).length
  return revoked === 0 ? [] : [`${formatCount(revoked, 'environment')} of ${project.name}`]
}

/** One sentence about the access that ended between two states; undefined if none did. */
export function revokedAccessText(
  before: readonly SharedProject[],
  now: readonly SharedProject[],
): string | undefined {
  const byId = new Map(now.map((project) => [project.id, project]))
  const revoked = before.flatMap((project) => revokedIn(project, byId.get(project.id)))
  if (revoked.length === 0) return undefined
  const more = revoked.length - maxNamed
  const named = more > 0 ? [...revoked.slice(0, maxNamed), formatCount(more, 'other')] : revoked
  return `You no longer have access to ${new Intl.ListFormat('en').format(named)}, so the vault was locked and all values left this page.`
}

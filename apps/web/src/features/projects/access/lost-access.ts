import type { SharedProject } from '@envhold/contract/projects/access.ts'
import { formatCount } from '../../../ui/text/format.ts'

const maxNamed = 3

/** 'Storefront', '2 environments of Blog'. */
const lostIn = (project: SharedProject, now: SharedProject | undefined): string[] => {
  if (!now) return [project.name]
  const lost = project.environments.filter((id) => !now.environments.includes(id)).length
  return lost === 0 ? [] : [`${formatCount(lost, 'environment')} of ${project.name}`]
}

/** One sentence about the access that ended between two states; undefined if none did. */
export function lostAccessText(
  before: readonly SharedProject[],
  now: readonly SharedProject[],
): string | undefined {
  const byId = new Map(now.map((project) => [project.id, project]))
  const lost = before.flatMap((project) => lostIn(project, byId.get(project.id)))
  if (lost.length === 0) return undefined
  const more = lost.length - maxNamed
  const named = more > 0 ? [...lost.slice(0, maxNamed), formatCount(more, 'other')] : lost
  return `You no longer have access to ${new Intl.ListFormat('en').format(named)}, so the vault was locked and all values left this page.`
}

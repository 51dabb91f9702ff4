import type { Project } from '@envhold/contract/projects.ts'
import { Card } from '../../../ui/card.tsx'
import { ProjectFacts } from './project-facts.tsx'

/** The side card of the Environments tab; below the list on narrow screens. */
export const ProjectStats = ({ project }: { project: Project }) => (
  <Card className="grid gap-4">
    <h2 className="sr-only">Project stats</h2>
    <ProjectFacts project={project} />
  </Card>
)

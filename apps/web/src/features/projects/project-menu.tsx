import type { Project } from '@envhold/contract/projects/projects.ts'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dialogs/dropdown-menu.tsx'
import type { ProjectActions } from './project-menu-items.tsx'

const ProjectMenuItems = lazy(() => import('./project-menu-items.tsx'))

interface Props {
  project: Project
  actions: ProjectActions
  /** Of its button. */
  className: string
}

export function ProjectMenu({ project, actions, className }: Props) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More for ${project.name}`} className={className}>
          <Ellipsis />
        </Button>
      }
    >
      <ProjectMenuItems project={project} actions={actions} />
    </DropdownMenu>
  )
}

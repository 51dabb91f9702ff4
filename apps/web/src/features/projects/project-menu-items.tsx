import type { Project } from '@envhold/contract/projects/projects.ts'
import { Archive, Pencil, Trash2 } from 'lucide-react'
import { DropdownMenuItem } from '../../ui/dialogs/dropdown-menu.tsx'
import { Blocked, Changing } from '../../ui/feedback/blocked.tsx'
import { readOnlyText } from './read-only.tsx'

/** What an owner can do with a project. */
export interface ProjectActions {
  readonly onEdit: (project: Project) => void
  readonly onDelete: (project: Project) => void
  /** In a grace period. */
  readonly onArchive: ((project: Project) => void) | undefined
}

interface Props {
  project: Project
  actions: ProjectActions
}

/** Loads with the menu. */
export function ProjectMenuItems({ project, actions: { onEdit, onDelete, onArchive } }: Props) {
  return (
    <Blocked value={readOnlyText(project)}>
      <Changing>
        <DropdownMenuItem onSelect={() => onEdit(project)}>
          <Pencil />
          Edit project
        </DropdownMenuItem>
      </Changing>
      {onArchive && (
        <DropdownMenuItem onSelect={() => onArchive(project)}>
          <Archive />
          Archive
        </DropdownMenuItem>
      )}
      <Changing>
        <DropdownMenuItem danger onSelect={() => onDelete(project)}>
          <Trash2 />
          Delete project
        </DropdownMenuItem>
      </Changing>
    </Blocked>
  )
}

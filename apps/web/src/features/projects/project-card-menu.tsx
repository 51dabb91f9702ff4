import type { Project } from '@envhold/contract/projects.ts'
import { Archive, Pencil, Trash2 } from 'lucide-react'
import { Blocked, Changing } from '../../ui/blocked.tsx'
import { DropdownMenuItem } from '../../ui/dropdown-menu.tsx'
import { readOnlyText } from './read-only-text.ts'

interface Props {
  project: Project
  onEdit: () => void
  onDelete: () => void
  onArchive: (() => void) | undefined
}

/** What an owner can do with a project. Loads with the menu. */
export default function ProjectCardMenu({ project, onEdit, onDelete, onArchive }: Props) {
  return (
    <Blocked value={readOnlyText(project)}>
      <Changing>
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil />
          Edit project
        </DropdownMenuItem>
      </Changing>
      {onArchive && (
        <DropdownMenuItem onSelect={onArchive}>
          <Archive />
          Archive
        </DropdownMenuItem>
      )}
      <Changing>
        <DropdownMenuItem danger onSelect={onDelete}>
          <Trash2 />
          Delete project
        </DropdownMenuItem>
      </Changing>
    </Blocked>
  )
}

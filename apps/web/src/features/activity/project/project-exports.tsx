import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { deferred } from '../../../ui/deferred.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dialogs/dropdown-menu.tsx'
import { ExportMenu } from '../export-menu.tsx'

const DownloadLogDialog = deferred(async () => (await import('./download-log-dialog.tsx')).DownloadLogDialog)

interface ProjectExportsProps extends Pick<ComponentProps<typeof ExportMenu>, 'ask'> {
  project: Project
}

/** The list as a file and, for the owner, the log that can be verified. */
export function ProjectExports({ project, ask }: ProjectExportsProps) {
  const [isOpen, setOpen] = useState(false)
  const name = `project-${project.id}-activity`
  if (project.user_role !== 'owner') return <ExportMenu name={name} isShort="always" ask={ask} />
  return (
    <>
      <ExportMenu name={name} isShort="always" ask={ask}>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => setOpen(true)}>
          <Link2 />
          Download log…
        </DropdownMenuItem>
      </ExportMenu>
      {isOpen && <DownloadLogDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

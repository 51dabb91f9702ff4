import type { Project } from '@envhold/contract/projects.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { deferred } from '../../../../ui/deferred.tsx'

const ProjectPanel = deferred(async () => (await import('./project-panel.tsx')).ProjectPanel)

/** The name of the project. It opens what else there is to say about it. */
export function ProjectButton({ project }: { project: Project }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={project.name}
        onClick={() => setOpen(!open)}
        className="h-(--control) max-w-full min-w-0 shrink px-2 text-ink"
      >
        <span className="truncate">{project.name}</span>
      </Button>
      {open && button.current && (
        <ProjectPanel project={project} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

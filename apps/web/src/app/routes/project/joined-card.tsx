import type { Project } from '@envhold/contract/projects/projects.ts'
import { useLocation } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Card } from '../../../ui/layout/card.tsx'

const FirstCommands = deferred(
  async () => (await import('../../../features/cli/first-commands.tsx')).FirstCommands,
)

interface Props {
  project: Project
  /** The name of the environment that is shown. */
  environment: string | undefined
  onClose: () => void
}

/** After joining a project with one environment: how a program gets its variables. */
export function JoinedCard({ project, environment, onClose }: Props) {
  const joined = useLocation({ select: ({ state }) => state.joined })
  if (!joined || environment === undefined) return null
  return (
    <Card className="grid max-w-190 gap-4 p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="font-semibold">Use these variables</h2>
          <p className="text-ink-2">
            Read them below, or start a program with them on your machine, without a file.
          </p>
        </div>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X />
        </Button>
      </div>
      <FirstCommands project={project.name} environment={environment} />
    </Card>
  )
}

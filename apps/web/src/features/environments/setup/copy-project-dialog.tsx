import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import type { Connection } from '../../../connection/connection.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { environmentsQuery, projectsQuery } from '../../projects/project-queries.ts'
import { namesQuery } from '../../workbench/data/variable-queries.ts'
import type { SetupEnvironment } from './setup-draft.ts'

interface Props {
  /** The project that is set up. */
  projectId: number
  onCopied: (environments: SetupEnvironment[], project: string) => void
  onClose: () => void
}

const copyErrors = { fallback: 'Failed to copy the project' }

/** Takes the environments and the names of the variables of another project, and no value. */
export function CopyProjectDialog({ projectId, onCopied, onClose }: Props) {
  const connection = useConnection()
  const { data: projects } = useQuery(projectsQuery(connection.api))
  const others = (projects ?? [])
    .filter(({ id, environment_count }) => id !== projectId && environment_count > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const [chosen, setChosen] = useState<number>()
  const project = others.find(({ id }) => id === chosen) ?? others[0]
  const copy = async () => {
    if (!project) return
    onCopied(await connection.withUnlockedVault(() => readNames(connection, project.id)), project.name)
    onClose()
  }
  const { run, isBusy, problem } = useAction(copy, (error) =>
    isPromptCanceled(error) ? undefined : errorText(error, copyErrors),
  )

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Copy another project"
      description="Its environments and the names of their variables, without values. They replace the environments that you see here."
    >
      <div className="grid gap-4">
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {project ? (
          <SearchSelect
            label="Project"
            noun="projects"
            options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(project.id)}
            onChange={(id) => setChosen(Number(id))}
          />
        ) : (
          <p className="text-ink-2">
            {projects ? 'You have no other project with environments.' : 'Loading your projects…'}
          </p>
        )}
        <DialogActions busy={isBusy}>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!project} busy={isBusy} onClick={run}>
            Copy names
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** The environments of a project with the names of their variables, one after the other: there may be 200. */
async function readNames(connection: Connection, projectId: number): Promise<SetupEnvironment[]> {
  const { api, queries } = connection
  const { environments } = await queries.fetchQuery(environmentsQuery(api, projectId))
  const copied: SetupEnvironment[] = []
  for (const { id, name, color, protected: isProtected, variable_count } of environments) {
    const names = variable_count > 0 ? await queries.fetchQuery(namesQuery(connection, id)) : []
    copied.push({ key: String(id), name, color, protected: isProtected, names })
  }
  return copied
}

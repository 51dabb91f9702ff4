import { ApiError } from '@envhold/client/api-error.ts'
import {
  type Collaborator,
  listSharedWith,
  removeCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readQuery } from '../../connection/api/read-query.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { ExposureBox } from '../environments/exposure/exposure-box.tsx'
import { useExposure } from '../environments/exposure/use-exposure.ts'
import { useEnvironmentsByProject } from '../projects/used-projects.ts'
import { OpenOfferNote, pendingRekeyText, RekeyNote } from './collaborator-notices.tsx'
import { collaboratorErrors, refetchCollaborators, useVaultIfOpen } from './collaborator-queries.ts'

interface Props {
  project: Project
  collaborator: Collaborator
  userId: number
  onClose: () => void
}

type SharedProject = Pick<Project, 'id' | 'name'> & { readonly shared_environments: readonly number[] }

/** Removes a person from this project, and from all others of the owner if that is wanted. */
export function RemoveCollaboratorDialog({ project, collaborator, userId, onClose }: Props) {
  const reader = collaborator.username ?? collaborator.email
  const [fromAll, setFromAll] = useState(false)
  const others = useOtherProjects(userId, project.id)
  const here = { ...project, shared_environments: collaborator.shared_environments }
  const projects = fromAll ? [here, ...others] : [here]
  const exposure = useExposure({
    subject: { user: userId },
    isMarked: true,
    projectIds: projects.map(({ id }) => id),
  })
  const remove = useRemoval(userId)
  const confirm = async () => {
    const pending = await remove(projects)
    await exposure.mark()
    const left = pendingRekeyText(pending)
    // The list shows that they left this project.
    if (left === undefined && projects.length === 1) return
    toast.success(
      projects.length === 1 ? `Removed ${reader}` : `Removed ${reader} from ${projects.length} projects`,
      left === undefined ? {} : { description: left },
    )
  }
  const count = projects.reduce((sum, { shared_environments }) => sum + shared_environments.length, 0)
  return (
    <CallDialog
      title={`Remove ${reader}`}
      description={
        <div className="grid gap-2">
          <p>
            <span className="font-medium break-words text-ink">{reader}</span> loses access to {project.name}{' '}
            immediately, in open tabs and with tokens.
          </p>
          <OpenOfferNote project={project} userId={userId} />
          {count > 0 && <RekeyNote count={count} which="they could read" />}
        </div>
      }
      confirmText={
        projects.length === 1 ? `Remove ${reader}` : `Remove ${reader} from ${projects.length} projects`
      }
      errors={collaboratorErrors.removeCollaborator}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className="grid min-w-0 gap-4">
        <ExposureBox reader={reader} exposure={exposure} />
        {others.length > 0 && (
          <Checkbox
            label={
              <span className="font-medium text-ink">
                Also remove from {formatCount(others.length, 'other project')}
              </span>
            }
            hint={`${namesOf(others)} that you own`}
            checked={fromAll}
            onChange={(event) => setFromAll(event.target.checked)}
            className="px-3"
          />
        )}
        <WithinReach projects={projects} />
      </div>
    </CallDialog>
  )
}

/** The owner's other projects that the person shares. */
function useOtherProjects(userId: number, here: number): readonly SharedProject[] {
  const { api } = useConnection()
  const { data } = useQuery(readQuery(api, listSharedWith, { params: { userId } }))
  return data?.projects.filter(({ id }) => id !== here) ?? []
}

const maxNamed = 3

/** 'Checkout, Mobile API, Newsletter and 8 more'. */
function namesOf(projects: readonly SharedProject[]): string {
  const names = projects.map(({ name }) => name)
  const more = names.length - maxNamed
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ')
}

/** Removes the person from one project after the other. A second attempt begins where the first one failed. */
function useRemoval(userId: number) {
  const connection = useConnection()
  const ifOpen = useVaultIfOpen()
  const done = useRef(new Map<number, number>())
  return async (projects: readonly SharedProject[]): Promise<number> => {
    for (const { id } of projects) {
      if (done.current.has(id)) continue
      const params = { id, userId }
      const pending = await ifOpen(() => connection.api.call(removeCollaborator, { params })).catch(
        (error: unknown) => {
          // The membership ended in another way.
          if (error instanceof ApiError && error.code === 'NOT_FOUND') return { rekey_pending: 0 }
          throw error
        },
      )
      done.current.set(id, pending.rekey_pending)
      await refetchCollaborators(connection, id)
    }
    return [...done.current.values()].reduce((sum, pending) => sum + pending, 0)
  }
}

/** How much the person could have read, whatever the record says. */
function WithinReach({ projects }: { projects: readonly SharedProject[] }) {
  const byProject = useEnvironmentsByProject()
  const shared = projects.flatMap(({ id, shared_environments }) =>
    (byProject?.get(id) ?? []).filter((environment: Environment) =>
      shared_environments.includes(environment.id),
    ),
  )
  const count = shared.reduce((sum, { variable_count }) => sum + variable_count, 0)
  if (count === 0) return null
  return (
    <p className="text-small text-ink-3">
      From the record: opened, pulled or injected.{' '}
      {count === 1 ? 'The only value' : `All ${formatCount(count)} values`} of{' '}
      {shared.length === 1 ? 'this environment' : `these ${formatCount(shared.length)} environments`}{' '}
      {count === 1 ? 'was' : 'were'} within reach.
    </p>
  )
}

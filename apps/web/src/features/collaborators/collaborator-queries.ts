import { listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import { readProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey, readQuery, refetchInterval } from '../../connection/api/read-query.ts'
import type { Connection } from '../../connection/connection.ts'
import { useConnection } from '../../connection/use-connection.ts'
import type { WithUnlockedVault } from '../../connection/vault/with-unlocked-vault.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.tsx'

const keysPollMs = 5_000
const peoplePollMs = 15_000

/** What an owner can do with a collaborator, or with a pending invitation. */
export type CollaboratorAct = 'edit' | 'remove' | 'cancel'

export const collaboratorsQuery = (api: Api, projectId: number) =>
  queryOptions({
    ...readQuery(api, listCollaborators, { params: { id: projectId } }),
    // People accept and leave elsewhere. Pending keys are granted by other calls.
    refetchInterval: ({ state }) =>
      refetchInterval(
        state.data?.collaborators.some(({ keys_pending }) => keys_pending) ? keysPollMs : peoplePollMs,
      )({ state }),
  })

/** Refetches the list, the offer, the project's counts and the plan's usage after a change to collaborators. */
export async function refetchCollaborators({ queries }: Pick<Connection, 'queries'>, id: number) {
  refetchSubscriptionSoon()
  await Promise.all([
    queries.invalidateQueries({ queryKey: readKey(listCollaborators, { params: { id } }) }),
    queries.invalidateQueries({ queryKey: readKey(readProjectTransfer, { params: { id } }) }),
    refetchProject({ queries }, id),
  ])
}

/** Refetches what depends on the number of people when they accept or leave elsewhere. */
export function useRefetchOnCount(projectId: number, count: number | undefined) {
  const { queries } = useConnection()
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && before.current !== count)
      void refetchCollaborators({ queries }, projectId)
    before.current = count
  }, [queries, projectId, count])
}

/** What people read when one of these calls fails. */
export const collaboratorErrors = {
  loadCollaborators: { fallback: 'Failed to load collaborators' },
  updateCollaborator: { fallback: 'Failed to update collaborator' },
  removeCollaborator: { fallback: 'Failed to remove collaborator' },
  leaveProject: { fallback: 'Failed to leave project' },
  updateInvitation: { fallback: 'Failed to update invitation' },
  cancelInvitation: { fallback: 'Failed to cancel invitation' },
  loadInvitations: { fallback: 'Failed to load invitations' },
  openInvitation: { fallback: 'Failed to open invitation' },
  acceptInvitation: { fallback: 'Failed to accept invitation' },
  declineInvitation: { fallback: 'Failed to decline invitation' },
} as const satisfies Record<string, ErrorTexts>

/**
 * For calls that work with a locked vault but do more with an open one. A held password is sent, and asked for again
 * if the server rejects it; otherwise no password is asked for.
 */
export function useVaultIfOpen(): WithUnlockedVault {
  const { withUnlockedVault, vault } = useConnection()
  return (action) => (vault.read() === null ? action() : withUnlockedVault(action))
}

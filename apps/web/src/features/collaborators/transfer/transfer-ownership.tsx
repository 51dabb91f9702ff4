import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import {
  acceptProjectTransfer,
  endProjectTransfer,
  type ProjectTransfer,
  readProjectTransfer,
} from '@envhold/contract/projects/transfers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SettingRow } from '../../../ui/layout/setting-row.tsx'
import { formatDay } from '../../../ui/text/format.ts'
import { refetchCollaborators } from '../collaborator-queries.ts'
import { OfferDialog } from './offer-dialog.tsx'

/** The owner offers the project to a collaborator, who accepts or declines it. Everyone else sees nothing of it. */
export function TransferOwnership({ project, hasPeople }: { project: Project; hasPeople: boolean }) {
  const { data } = useRead(readProjectTransfer, { params: { id: project.id } })
  const [isOffering, setOffering] = useState(false)
  if (!data) return null
  const isOwner = may(project.user_role, 'own')
  if (data.transfer)
    return isOwner ? (
      <OpenOffer project={project} transfer={data.transfer} />
    ) : (
      <ReceivedOffer project={project} transfer={data.transfer} />
    )
  if (!isOwner || !hasPeople) return null
  return (
    <>
      <SettingRow
        id="transfer"
        title="Transfer ownership"
        description="Offer the project to a collaborator who has access to every environment. Nothing changes until they accept."
        action={
          <Button variant="secondary" onClick={() => setOffering(true)}>
            Transfer ownership
          </Button>
        }
      />
      {isOffering && (
        <OfferDialog project={project} candidates={data.candidates} onClose={() => setOffering(false)} />
      )}
    </>
  )
}

function useRefetchTransfer({ id }: Project) {
  const connection = useConnection()
  return async () => {
    await refetchReads(connection.queries, listInvitations)
    await refetchCollaborators(connection, id)
  }
}

interface Props {
  readonly project: Project
  readonly transfer: ProjectTransfer
}

function useEnd(project: Project, done: string, fallback: string) {
  const { api } = useConnection()
  const refetch = useRefetchTransfer(project)
  return useMutation({
    mutationFn: () => api.call(endProjectTransfer, { params: { id: project.id } }),
    onSuccess: async () => {
      toast.success(done)
      await refetch()
    },
    onError: (error) => notifyError(error, { fallback }),
  })
}

function OpenOffer({ project, transfer }: Props) {
  const { to, started_by, opens_at, expires_at } = transfer
  const end = useEnd(project, 'The transfer was called off', 'Failed to call off the transfer')
  const isByOperator = started_by === 'operator'
  return (
    <Banner
      tone="warn"
      title={
        isByOperator
          ? `An operator started to transfer this project to ${to.username}`
          : `You offered this project to ${to.username}`
      }
      action={
        <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
          {isByOperator ? 'Object' : 'Call off'}
        </Button>
      }
    >
      {isByOperator
        ? `They cannot accept before ${formatDay(opens_at)}. If you do not agree, object before they accept.`
        : `It stays yours until they accept. The offer ends on ${formatDay(expires_at)}.`}
    </Banner>
  )
}

function ReceivedOffer({ project, transfer }: Props) {
  const { from, opens_at, expires_at } = transfer
  const [isAccepting, setAccepting] = useState(false)
  const end = useEnd(project, 'You declined the transfer', 'Failed to decline the transfer')
  const isOpen = Date.parse(opens_at) <= Date.now()
  return (
    <>
      <Banner
        title={`You can become the owner of ${project.name}`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
              Decline
            </Button>
            {isOpen && <Button onClick={() => setAccepting(true)}>Accept</Button>}
          </span>
        }
      >
        {isOpen
          ? `It belongs to ${from.username}. Accept by ${formatDay(expires_at)}.`
          : `You can accept from ${formatDay(opens_at)} on. Until then ${from.username} can object.`}
      </Banner>
      {isAccepting && (
        <AcceptDialog project={project} transfer={transfer} onClose={() => setAccepting(false)} />
      )}
    </>
  )
}

function AcceptDialog({ project, transfer: { from }, onClose }: Props & { onClose: () => void }) {
  const { api, withUnlockedVault } = useConnection()
  const refetch = useRefetchTransfer(project)
  return (
    <CallDialog
      title={`Become the owner of ${project.name}`}
      description={
        <div className="grid gap-2">
          <p>
            The project counts towards your plan, with its collaborators and its storage, and you decide who
            has access to it.
          </p>
          <p>
            Its API keys keep working, and {from.username} may know them. You can replace them afterwards.
          </p>
        </div>
      }
      confirmText="Accept ownership"
      tone="info"
      errors={{ fallback: 'Failed to accept the project' }}
      onClose={onClose}
      onConfirm={async () => {
        await withUnlockedVault(() => api.call(acceptProjectTransfer, { params: { id: project.id } }))
        toast.success(`You own ${project.name} now`)
        await refetch()
      }}
    />
  )
}

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  type EveryProject,
  endUserTransfer,
  readUserTransfer,
  startUserTransfer,
} from '@envhold/contract/operator/projects.ts'
import { type ProjectTransfer, unavailableReasonText } from '@envhold/contract/projects/transfers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { QueryState } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'

type Candidate = OutputOf<typeof readUserTransfer>['candidates'][number]

interface Props {
  readonly project: EveryProject
  readonly onClose: () => void
}

/** Starts the transfer of a project to one of its collaborators, or calls the open one off. */
export function TransferDialog({ project, onClose }: Props) {
  const query = useRead(readUserTransfer, { params: { id: project.id } })
  if (query.data?.transfer)
    return <EndDialog project={project} transfer={query.data.transfer} onClose={onClose} />
  if (query.data)
    return <StartDialog project={project} candidates={query.data.candidates} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={`Transfer ${project.name}`}>
      <QueryState query={query} call="readUserTransfer" failure="Failed to load the collaborators">
        {() => null}
      </QueryState>
    </Dialog>
  )
}

const isEligible = ({ unavailable, missing_environments }: Candidate) =>
  unavailable === null && missing_environments === 0

const labelOf = ({ username, unavailable, missing_environments: missing }: Candidate): string =>
  unavailable
    ? `${username}: ${unavailableReasonText[unavailable]}`
    : missing > 0
      ? `${username}: no access to ${formatCount(missing, 'environment')}`
      : username

function StartDialog({ project, candidates, onClose }: Props & { candidates: readonly Candidate[] }) {
  const api = useApi()
  const client = useQueryClient()
  const [userId, setUserId] = useState(candidates.find(isEligible)?.user_id)
  return (
    <TypedConfirmDialog
      open
      onOpenChange={onClose}
      title={`Transfer ${project.name}`}
      description={`${project.owner.username} is e-mailed immediately and can object for 7 days. After that the new owner can accept for 7 days, with an open vault. You cannot read the variables.`}
      confirmText="Start Transfer"
      tone="primary"
      disabled={userId === undefined}
      reason={{ hint: 'The owner reads this, in the account and in an e-mail.' }}
      errors={{ fallback: 'Failed to start the transfer' }}
      onConfirm={async (reason) => {
        if (userId === undefined) return
        const { message } = await api.call(startUserTransfer, {
          params: { id: project.id },
          body: { user_id: userId, reason },
        })
        toast.success(message)
        await refetchReads(client, readUserTransfer)
      }}
    >
      {candidates.some(isEligible) ? (
        <Field
          label="New owner"
          hint="Only a collaborator with access to every environment can own a project."
        >
          <Select value={userId} onChange={(event) => setUserId(Number(event.target.value))}>
            {candidates.map((candidate) => (
              <option key={candidate.user_id} value={candidate.user_id} disabled={!isEligible(candidate)}>
                {labelOf(candidate)}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Banner tone="warn" title="No collaborator can own this project">
          Its owner has to give one of them access to every environment first.
        </Banner>
      )}
    </TypedConfirmDialog>
  )
}

function EndDialog({ project, transfer, onClose }: Props & { transfer: ProjectTransfer }) {
  const api = useApi()
  const client = useQueryClient()
  const { to, opens_at, expires_at } = transfer
  return (
    <TypedConfirmDialog
      open
      onOpenChange={onClose}
      title={`Call off the transfer of ${project.name}`}
      description={`It is offered to ${to.username}, who can accept from ${formatDay(opens_at)} until ${formatDay(expires_at)}. Both people are e-mailed that it stays with ${project.owner.username}.`}
      confirmText="Call Off Transfer"
      reason={{ hint: 'Both people read this.' }}
      errors={{ fallback: 'Failed to call off the transfer' }}
      onConfirm={async (reason) => {
        const { message } = await api.call(endUserTransfer, { params: { id: project.id }, body: { reason } })
        toast.success(message)
        await refetchReads(client, readUserTransfer)
      }}
    />
  )
}

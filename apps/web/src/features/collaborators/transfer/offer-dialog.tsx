import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import {
  offerProjectTransfer,
  type RemainingRole,
  readProjectTransfer,
  unavailableReasonText,
} from '@envhold/contract/projects/transfers.ts'
import { type ReactNode, useState } from 'react'
import { readKey } from '../../../connection/api/read-query.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'

type Candidate = OutputOf<typeof readProjectTransfer>['candidates'][number]

interface Props {
  readonly project: Project
  readonly candidates: readonly Candidate[]
  readonly onClose: () => void
}

const roles: Readonly<Record<RemainingRole, string>> = {
  write: 'Read and change variables',
  read: 'Read variables',
  none: 'Nothing: leave the project',
}
const isRole = (value: string): value is RemainingRole => value in roles

const isEligible = ({ unavailable, missing_environments }: Candidate) =>
  unavailable === null && missing_environments.length === 0

/** Asks to whom the project is offered, and what its present owner can do afterwards. */
export function OfferDialog({ candidates, ...props }: Props) {
  const [first, ...others] = candidates.filter(isEligible)
  const missing = <Missing candidates={candidates} />
  return first ? (
    <ChoiceDialog {...props} eligible={[first, ...others]} missing={missing} />
  ) : (
    <Dialog
      onClose={props.onClose}
      title="Nobody can own this project yet"
      description="Give one collaborator access to every environment first. Then you can offer the project to them."
    >
      <div className="grid gap-4">
        {missing}
        <DialogActions>
          <Button onClick={props.onClose}>Close</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

interface ChoiceProps extends Omit<Props, 'candidates'> {
  readonly eligible: readonly [Candidate, ...Candidate[]]
  readonly missing: ReactNode
}

function ChoiceDialog({ project, eligible, missing, onClose }: ChoiceProps) {
  const { api, queries } = useConnection()
  const [userId, setUserId] = useState(eligible[0].user_id)
  const [role, setRole] = useState<RemainingRole>('write')
  const chosen = eligible.find(({ user_id }) => user_id === userId) ?? eligible[0]
  const offer = async () => {
    const params = { id: project.id }
    const body = { user_id: chosen.user_id, remaining_role: role }
    await api.call(offerProjectTransfer, { params, body })
    toast.success(`Offered to ${chosen.username}`)
    await queries.invalidateQueries({ queryKey: readKey(readProjectTransfer, { params }) })
  }
  return (
    <CallDialog
      title="Transfer ownership"
      description={`The new owner decides who has access to ${project.name}, and only they can transfer it back. They have 7 days to accept.`}
      tone="warning"
      confirmText={`Offer to ${chosen.username}`}
      errors={{ fallback: 'Failed to offer the project' }}
      onClose={onClose}
      onConfirm={offer}
    >
      <div className="grid gap-4">
        <Field label="New owner">
          <Select value={userId} onChange={(event) => setUserId(Number(event.target.value))}>
            {eligible.map(({ user_id, username }) => (
              <option key={user_id} value={user_id}>
                {username}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What you can do afterwards">
          <Select value={role} onChange={({ target: { value } }) => isRole(value) && setRole(value)}>
            {Object.entries(roles).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {missing}
      </div>
    </CallDialog>
  )
}

const maxListed = 5

/** Who cannot be chosen, and why. */
function Missing({ candidates }: Pick<Props, 'candidates'>) {
  const others = candidates.filter((candidate) => !isEligible(candidate))
  if (others.length === 0) return null
  return (
    <ul className="grid gap-1 text-small text-ink-2">
      {others.slice(0, maxListed).map(({ user_id, username, unavailable, missing_environments }) => (
        <li key={user_id} className="break-words">
          {username}:{' '}
          {unavailable ? unavailableReasonText[unavailable] : `no access to ${listOf(missing_environments)}`}
        </li>
      ))}
      {others.length > maxListed && <li>and {others.length - maxListed} more</li>}
    </ul>
  )
}

const listOf = (names: readonly string[]): string =>
  names.length > maxListed
    ? `${names.slice(0, maxListed).join(', ')} and ${names.length - maxListed} more`
    : names.join(', ')

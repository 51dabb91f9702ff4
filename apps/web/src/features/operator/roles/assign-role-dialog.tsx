import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { listRoles, type Role } from '@envhold/contract/operator/roles.ts'
import { type FormEvent, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useOperator } from '../operator.ts'
import { QueryState } from '../parts/query-state.tsx'
import { mayAssign } from './roles.ts'
import { type AssignedUser, useAssignRole } from './use-assign-role.ts'

interface Props {
  readonly user: AssignedUser
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function AssignRoleDialog({ user, open, onOpenChange }: Props) {
  return open && <OpenAssignRoleDialog user={user} onClose={() => onOpenChange(false)} />
}

/** What was chosen and typed. */
interface Input {
  readonly chosen?: string
  readonly reason?: string
}

/** Mounted when it opens, so that reopening clears what was chosen. */
function OpenAssignRoleDialog({ user, onClose }: Pick<FormProps, 'user' | 'onClose'>) {
  const query = useRead(listRoles, {})
  const [input, setInput] = useState<Input>({})
  const close = useUnsaved(Boolean(input.reason))
  return (
    <Dialog
      onClose={() => close(onClose)}
      title="Assign Role"
      description={`Choose the role of ${user.username}. Its permissions apply immediately, and the user gets an e-mail.`}
    >
      <QueryState query={query} call="listRoles" failure="Failed to load roles">
        {({ roles }) => (
          <AssignForm
            user={user}
            roles={roles}
            input={input}
            onInput={setInput}
            onCancel={() => close(onClose)}
            onClose={onClose}
          />
        )}
      </QueryState>
    </Dialog>
  )
}

interface FormProps {
  readonly user: AssignedUser
  readonly roles: readonly Role[]
  readonly input: Input
  readonly onInput: (input: Input) => void
  readonly onCancel: () => void
  readonly onClose: () => void
}

function AssignForm({ user, roles, input, onInput, onCancel, onClose }: FormProps) {
  const operator = useOperator()
  const isKnown = roles.some(({ id }) => id === user.roleId)
  const { chosen = isKnown ? String(user.roleId) : '', reason = '' } = input
  const isChanged = chosen !== '' && chosen !== String(user.roleId)
  const { assign, busy, failure } = useAssignRole(user, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void assign(chosen, reason)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Role" hint="You cannot assign roles that have permissions you lack.">
        <Select
          value={chosen}
          onChange={({ target }) => onInput({ ...input, chosen: target.value })}
          autoFocus
        >
          {!isKnown && <option value="">Select a role</option>}
          {roles.map(({ id, display_name, permissions }) => (
            <option
              key={id}
              value={String(id)}
              disabled={id !== user.roleId && !mayAssign(operator, permissions)}
            >
              {display_name}
            </option>
          ))}
        </Select>
      </Field>
      {isChanged && (
        <Field label="Reason" hint="Shown to the user." optional>
          <Textarea
            value={reason}
            maxLength={maxReasonLength}
            onChange={({ target }) => onInput({ ...input, reason: target.value })}
          />
        </Field>
      )}
      {failure && <Banner tone="bad">{failure}</Banner>}
      <DialogActions busy={busy}>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={isKnown && !isChanged}>
          {isKnown && !isChanged ? 'No Change' : 'Assign Role'}
        </Button>
      </DialogActions>
    </form>
  )
}

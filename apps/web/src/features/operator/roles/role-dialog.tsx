import { ApiError } from '@envhold/client/api-error.ts'
import { limits } from '@envhold/contract/limits.ts'
import {
  createRole,
  listRoles,
  type Role,
  roleNameLength,
  updateRole,
} from '@envhold/contract/operator/roles.ts'
import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { useOperator } from '../operator.ts'
import { useSending } from '../parts/use-sending.ts'
import { PermissionChoice } from './role-card.tsx'
import { formErrorText, roleErrors } from './roles.ts'

const required = 'Name, display name, and at least one permission are required'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Absent: a role is created. */
  readonly role?: Role | undefined
}

export function RoleDialog({ open, onOpenChange, role }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={role ? 'Edit Role' : 'Create Role'}>
      <RoleForm role={role} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog's content, so that reopening clears what was typed. */
function RoleForm({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const isOwn = useOperator().role.name === role?.name
  const [name, setName] = useState('')
  const [displayName, setDisplayName] = useState(role?.display_name ?? '')
  const [description, setDescription] = useState(role?.description ?? '')
  const [permissions, setPermissions] = useState<readonly string[]>(role?.permissions ?? [])
  const fields = {
    display_name: displayName,
    description,
    permissions: permissions.filter(isOperatorPermission),
  }
  const isMissing = (!role && name.trim() === '') || displayName.trim() === '' || permissions.length === 0
  const { save, busy, failure } = useSaveRole(role, onClose)
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => save(event, isMissing ? required : { name, ...fields })}
    >
      {role ? (
        <p className="font-mono text-small break-all text-ink-3">{role.name}</p>
      ) : (
        <Field label="Name" hint="Letters, numbers and underscores. It is stored in upper case.">
          <Input
            value={name}
            onChange={({ target }) => setName(target.value)}
            className="uppercase"
            maxLength={roleNameLength}
            autoComplete="off"
            autoFocus
          />
        </Field>
      )}
      <Field label="Display name">
        <Input
          value={displayName}
          onChange={({ target }) => setDisplayName(target.value)}
          maxLength={limits.nameLength}
          autoComplete="off"
        />
      </Field>
      <Field label="Description" optional>
        <Textarea
          value={description}
          onChange={({ target }) => setDescription(target.value)}
          maxLength={limits.descriptionLength}
        />
      </Field>
      {isOwn && (
        <Banner tone="info">This is your own role: only another operator can change its permissions.</Banner>
      )}
      <PermissionChoice chosen={permissions} onChange={setPermissions} disabled={isOwn} />
      {failure && <Banner tone="bad">{failure}</Banner>}
      <DialogActions busy={busy}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {role ? 'Save Role' : 'Create Role'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface RoleFields {
  readonly name: string
  readonly display_name: string
  readonly description: string
  readonly permissions: OperatorPermission[]
}

function useSaveRole(role: Role | undefined, onClose: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const { send, busy, failure, setFailure } = useSending((error) => {
    // After a change by another operator, the list shows the current role.
    if (error instanceof ApiError && error.code === 'CONFLICT') void refetchReads(queries, listRoles)
    return formErrorText(error, role ? roleErrors.updateRole : roleErrors.createRole)
  })
  const store = async ({ name, ...body }: RoleFields) => {
    if (role)
      await api.call(updateRole, { params: { id: role.id }, body: { ...body, revision: role.revision } })
    else await api.call(createRole, { body: { name, ...body } })
    await queries.invalidateQueries()
    onClose()
  }
  /** @param fields a text is what is missing */
  const save = async (event: FormEvent, fields: RoleFields | string) => {
    event.preventDefault()
    if (typeof fields === 'string') setFailure(fields)
    else await send(() => store(fields))
  }
  return { save, busy, failure }
}

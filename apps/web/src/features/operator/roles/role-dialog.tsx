import { limits } from '@envhold/contract/limits.ts'
import { type Role, roleNameLength } from '@envhold/contract/operator/roles.ts'
import { isOperatorPermission } from '@envhold/contract/permissions.ts'
import { useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { useOperator } from '../operator.ts'
import { PermissionChoice } from './role-card.tsx'
import { useSaveRole } from './use-save-role.ts'

const required = 'Name, display name, and at least one permission are required'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Absent: a role is created. */
  readonly role?: Role | undefined
}

export function RoleDialog({ open, onOpenChange, role }: Props) {
  return open && <OpenRoleDialog role={role} onClose={() => onOpenChange(false)} />
}

/** Mounted when it opens, so that reopening clears what was typed. */
function OpenRoleDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
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
  const stored = [role?.display_name ?? '', role?.description ?? '', role?.permissions ?? []]
  const isDirty =
    name !== '' || JSON.stringify([displayName, description, permissions]) !== JSON.stringify(stored)
  const close = useUnsaved({ isDirty, isBusy: busy })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close(onClose)}
      size="lg"
      title={role ? 'Edit Role' : 'Create Role'}
    >
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
          <Banner tone="info">
            This is your own role: only another operator can change its permissions.
          </Banner>
        )}
        <PermissionChoice chosen={permissions} onChange={setPermissions} disabled={isOwn} />
        {failure && <Banner tone="bad">{failure}</Banner>}
        <DialogActions busy={busy}>
          <Button variant="secondary" disabled={busy} onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {role ? 'Save Role' : 'Create Role'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { deleteRole, type Role } from '@envhold/contract/operator/roles.ts'
import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Tooltip } from '../../../ui/dialogs/tooltip.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useOperator } from '../operator.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { groupPermissions, holdsAll, roleErrors } from './roles.ts'

interface Props {
  readonly role: Role
  /** Absent: this operator may not, or nobody may. */
  readonly onEdit?: (() => void) | undefined
  readonly onDelete?: (() => void) | undefined
}

export function RoleCard({ role, onEdit, onDelete }: Props) {
  const { users } = role._count
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-semibold break-words">{role.display_name}</h3>
          <p className="font-mono text-small break-all text-ink-3">{role.name}</p>
        </div>
        <Badge>{role.is_system_role ? 'System' : 'Custom'}</Badge>
      </div>
      {role.description && <p className="break-words whitespace-pre-line text-ink-2">{role.description}</p>}
      <p className="text-small text-ink-2 tabular-nums">{formatCount(users, 'user')}</p>
      <Permissions role={role} />
      {(onEdit || onDelete) && (
        <div className="mt-auto flex gap-2 pt-1">
          {onEdit && (
            <Button variant="secondary" size="sm" aria-label={`Edit ${role.display_name}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          {onDelete && (
            <Tooltip text={users > 0 && 'Cannot delete role with assigned users'} blocks>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Delete ${role.display_name}`}
                onClick={onDelete}
              >
                Delete
              </Button>
            </Tooltip>
          )}
        </div>
      )}
    </Card>
  )
}

function Permissions({ role: { permissions, display_name } }: { role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1 flex min-h-7 items-center gap-1 rounded-md px-1 text-small font-medium text-ink-2 hover:text-ink"
      >
        <ChevronDown
          className={cn('size-4 transition-transform', !isOpen && '-rotate-90')}
          aria-hidden="true"
        />
        Permissions ({permissions.length})<span className="sr-only"> of {display_name}</span>
      </button>
      <div id={id} hidden={!isOpen} className="mt-2 grid gap-3 text-small">
        {groupPermissions(permissions).map((group) => (
          <section key={group.title} className="grid gap-1">
            <h4 className="text-ink-3">{group.title}</h4>
            {group.note && <p className="text-ink-3">{group.note}</p>}
            <ul className="grid gap-1">
              {group.permissions.map(({ name, description }) => (
                <li key={name} className="grid gap-x-3 break-words">
                  <code className="font-mono">{name}</code>
                  <span className="text-ink-2">{description}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

interface DeleteRoleDialogProps {
  readonly role: Role
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function DeleteRoleDialog({ role, ...dialog }: DeleteRoleDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const remove = async () => {
    await api.call(deleteRole, { params: { id: role.id } })
    await queries.invalidateQueries()
  }
  return (
    <TypedConfirmDialog
      {...dialog}
      title="Delete Role"
      description={`Are you sure you want to delete the role "${role.display_name}"? This action cannot be undone.`}
      confirmText="Delete Role"
      errors={roleErrors.deleteRole}
      onConfirm={remove}
    />
  )
}

const catalogue = groupPermissions(Object.keys(operatorPermissions))

interface PermissionChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly disabled?: boolean
}

/** The catalogue by group. What the operator lacks cannot be chosen. */
export function PermissionChoice({ chosen, onChange, disabled = false }: PermissionChoiceProps) {
  const operator = useOperator()
  const put = (name: string, on: boolean) =>
    onChange(on ? [...chosen, name] : chosen.filter((permission) => permission !== name))
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-2">
        Any permission but those of projects opens the operator area, and there only the pages that it allows.
      </p>
      {catalogue.map(({ title, note, permissions }) => (
        <fieldset key={title} className="grid gap-2" disabled={disabled}>
          <legend className="mb-2 text-small font-medium">{title}</legend>
          {note && <p className="text-small text-ink-3">{note}</p>}
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {permissions.map(({ name, description }) => {
              const isHeld = holdsAll(operator, [name])
              return (
                <Checkbox
                  key={name}
                  className="content-start"
                  checked={chosen.includes(name)}
                  disabled={!isHeld}
                  onChange={({ target }) => put(name, target.checked)}
                  label={<span className="font-mono text-small">{name}</span>}
                  hint={isHeld ? description : `${description}. Your role lacks it.`}
                />
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

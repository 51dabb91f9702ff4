import { listRoles, type Role } from '@envhold/contract/operator/roles.ts'
import { ShieldPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { useMayCall, useOperator } from '../operator.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { DeleteRoleDialog, RoleCard } from './role-card.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { holdsAll } from './roles.ts'

/** What is open; the role stays while the dialog closes. */
interface OpenedRole {
  readonly dialog: 'form' | 'delete' | null
  readonly role?: Role
}

export function RolesPage() {
  const query = useRead(listRoles, {})
  const [{ dialog, role }, setOpened] = useState<OpenedRole>({ dialog: null })
  const mayCreate = useMayCall('createRole')
  const close = () => setOpened({ dialog: null, ...(role && { role }) })
  const createButton = (text: string) =>
    mayCreate && <Button onClick={() => setOpened({ dialog: 'form' })}>{text}</Button>
  return (
    <OperatorPage title="Role Management" queries={[query]} actions={createButton('Create Role')}>
      <QueryState query={query} call="listRoles" failure="Failed to load roles" skeleton={<SkeletonCards />}>
        {({ roles, rejected }) => (
          <div className="grid grid-cols-1 gap-8">
            {rejected.map(({ id, name }) => (
              <Banner key={id} tone="bad" title={`The role ${name} was changed from outside`}>
                Its row does not carry this server’s signature, so it gives nobody a permission. Restore it
                from a backup, or delete the row, and find out who can write to the database.
              </Banner>
            ))}
            <RoleGrid title="System Roles" roles={roles.filter((role) => role.is_system_role)} />
            <RoleGrid
              title="Custom Roles"
              roles={roles.filter((role) => !role.is_system_role)}
              empty={
                <EmptyState
                  icon={ShieldPlus}
                  title="No custom roles yet"
                  action={createButton('Create Your First Role')}
                >
                  A custom role gives a team, such as support, only the permissions that it needs.
                </EmptyState>
              }
              onEdit={(role) => setOpened({ dialog: 'form', role: role })}
              onDelete={(role) => setOpened({ dialog: 'delete', role: role })}
            />
          </div>
        )}
      </QueryState>
      <RoleDialog open={dialog === 'form'} onOpenChange={close} role={role} />
      {role && <DeleteRoleDialog open={dialog === 'delete'} onOpenChange={close} role={role} />}
    </OperatorPage>
  )
}

interface GridProps {
  readonly title: string
  readonly roles: readonly Role[]
  readonly empty?: ReactNode
  readonly onEdit?: (role: Role) => void
  readonly onDelete?: (role: Role) => void
}

function RoleGrid({ title, roles, empty, onEdit, onDelete }: GridProps) {
  const operator = useOperator()
  const mayUpdate = useMayCall('updateRole')
  const mayDelete = useMayCall('deleteRole')
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">{title}</h2>
      {roles.length === 0 && empty}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {roles.map((role) => (
          <RoleCard
            key={role.id}
            role={role}
            onEdit={
              onEdit && mayUpdate && holdsAll(operator, role.permissions) ? () => onEdit(role) : undefined
            }
            onDelete={onDelete && mayDelete ? () => onDelete(role) : undefined}
          />
        ))}
      </div>
    </section>
  )
}

function SkeletonCards() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {['USER', 'ADMIN', 'SUPER_ADMIN'].map((name) => (
        <div key={name} className="grid gap-3 rounded-lg border bg-surface p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  )
}

import {
  assignRole,
  createRole,
  deleteRole,
  listRoles,
  type Role,
  readRoleHistory,
  updateRole,
} from '@envhold/contract/operator/roles.ts'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { type Operator, OperatorContext } from '../operator.ts'
import { AssignRoleDialog } from './assign-role-dialog.tsx'
import { RoleHistory } from './role-history.tsx'
import { RolesPage } from './roles-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const role = (id: number, name: string, permissions: string[], users = 0): Role => ({
  id,
  name,
  display_name: name[0] + name.slice(1).toLowerCase(),
  description: '',
  permissions,
  is_system_role: id < 4,
  _count: { users },
  created_at: at,
  updated_at: at,
  revision: 5,
})
const system = [
  role(1, 'USER', ['project.read'], 1_276),
  role(2, 'ADMIN', ['user.read', 'admin.stats'], 5),
  role(3, 'SUPER_ADMIN', ['*'], 2),
]
const support = role(7, 'SUPPORT', ['user.read'], 0)
const billing = role(8, 'BILLING', ['user.read', 'admin.stats'], 1)

const operatorWith = (name: string, permissions: string[]): Operator => ({
  account: {
    id: 1,
    username: 'ada',
    email: 'ada@example.com',
    firstName: null,
    lastName: null,
    email_verified: true,
    can_verify_email: true,
    public_url: 'https://vault.example.com',
    time_zone: 'UTC',
    created_at: at,
  },
  role: { name, display_name: name, permissions },
})
const superAdmin = operatorWith('SUPER_ADMIN', ['*'])
const show = (part: ReactNode, operator = superAdmin) =>
  renderPart(<OperatorContext value={operator}>{part}</OperatorContext>)

let api: FakeApi
beforeEach(() => {
  api = fakeApi()
  api.answers(listRoles, { roles: [...system, support, billing], rejected: [] })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('closing the dialog asks about what was typed', async () => {
  const { connection } = await show(<RolesPage />)
  await button('Create Role').click()
  await page.getByLabelText('Display name').fill('Auditor')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(false)
  await expect.element(page.getByLabelText('Display name')).toHaveValue('Auditor')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(true)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a role is created from the catalogue, and what is missing is said', async () => {
  api.answers(listRoles, { roles: system, rejected: [{ id: 9, name: 'WIDENED' }] })
  api.answers(createRole, { role: support })
  await show(<RolesPage />)
  await expect.element(page.getByText('No custom roles yet')).toBeVisible()
  await expect.element(page.getByText('The role WIDENED was changed from outside')).toBeVisible()
  await button('Permissions (1) of User').click()
  await expect.element(page.getByText('project.read')).toBeVisible()
  await expect.element(page.getByText('Every user may do this, whatever their role.')).toBeVisible()
  await expectAccessible()
  await button('Create Your First Role').click()
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Create Role' })
  await submit.click()
  await expect
    .element(page.getByText('Name, display name, and at least one permission are required'))
    .toBeVisible()
  await page.getByLabelText('Name', { exact: true }).fill('support')
  await page.getByLabelText('Display name').fill('Support')
  await page.getByLabelText('user.read').click()
  await expectAccessible()
  await submit.click()
  await expect.element(submit).not.toBeInTheDocument()
  expect(api.sent(createRole).map(({ body }) => body)).toEqual([
    { name: 'support', display_name: 'Support', description: '', permissions: ['user.read'] },
  ])
})

test('a role is changed; what the server refuses is said', async () => {
  api.rejects(updateRole, 'FORBIDDEN')
  await show(<RolesPage />)
  await button('Edit Support').click()
  await expect.element(page.getByLabelText('user.read')).toBeChecked()
  await page.getByLabelText('Display name').fill('Help desk')
  await page.getByLabelText('admin.stats').click()
  await button('Save Role').click()
  await expect.element(page.getByText('You do not have permission to do this.')).toBeVisible()
  api.answers(updateRole, { role: support })
  await button('Save Role').click()
  await expect.element(button('Save Role')).not.toBeInTheDocument()
  expect(api.sent(updateRole).at(-1)).toMatchObject({
    path: '/api/admin/roles/7',
    body: { display_name: 'Help desk', description: '', permissions: ['user.read', 'admin.stats'] },
  })
})

test('after another operator was faster, what was typed stays, and the list shows the current role', async () => {
  api.rejects(updateRole, 'CONFLICT')
  const { connection } = await show(<RolesPage />)
  await button('Edit Support').click()
  await page.getByLabelText('Display name').fill('Help desk')
  api.answers(listRoles, { roles: [...system, { ...support, revision: 6 }], rejected: [] })
  await button('Save Role').click()
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Display name')).toHaveValue('Help desk')
  await expect.poll(() => api.sent(listRoles).length).toBe(2)
  await button('Save Role').click()
  await button('Cancel').click()
  await expect.poll(() => connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(true)
  await button('Edit Support').click()
  await button('Save Role').click()
  await expect
    .poll(() => api.sent(updateRole).map(({ body }) => (body as Partial<Role>).revision))
    .toEqual([5, 5, 6])
})

test('only a custom role that nobody holds is deleted', async () => {
  api.answers(deleteRole, { message: 'Deleted.' })
  await show(<RolesPage />)
  await expect.element(button('Edit Billing')).toBeVisible()
  await expect.element(button('Delete User')).not.toBeInTheDocument()
  await button('Delete Billing').hover()
  await expect.element(page.getByText('Cannot delete role with assigned users')).toBeVisible()
  await button('Delete Support').click()
  await expect
    .element(
      page.getByText('Are you sure you want to delete the role "Support"? This action cannot be undone.'),
    )
    .toBeVisible()
  await button('Delete Role').click()
  await expect.element(button('Delete Role')).not.toBeInTheDocument()
  expect(api.sent(deleteRole).map(({ path }) => path)).toEqual(['/api/admin/roles/7'])
})

test('an operator sees only what their role may do, and gives only what it has', async () => {
  const clerk = operatorWith('SUPPORT', ['user.read', 'role.read', 'role.update'])
  await show(<RolesPage />, clerk)
  await expect.element(page.getByText('Custom Roles')).toBeVisible()
  expect(page.getByRole('button', { name: /^(Create|Delete)/ }).elements()).toEqual([])
  // It has a permission that this operator lacks.
  await expect.element(button('Edit Billing')).not.toBeInTheDocument()
  await button('Edit Support').click()
  await expect.element(page.getByText('This is your own role')).toBeVisible()
  await expect.element(page.getByLabelText('user.read')).toBeDisabled()
})

function Assigning({ roleId }: { roleId: number | null }) {
  const [open, setOpen] = useState(true)
  return <AssignRoleDialog user={{ id: 9, username: 'mallory', roleId }} open={open} onOpenChange={setOpen} />
}

test('another role is assigned, with a reason; the same one is no change', async () => {
  api.answers(assignRole, { message: 'mallory has the role Support now.' })
  await show(<Assigning roleId={1} />)
  await expect.element(page.getByLabelText('Role', { exact: true })).toHaveValue('1')
  await expect.element(button('No Change')).toBeDisabled()
  await expect.element(page.getByLabelText('Reason (optional)')).not.toBeInTheDocument()
  await page.getByLabelText('Role', { exact: true }).selectOptions('Support')
  await page.getByLabelText('Reason (optional)').fill(' Joins support ')
  await expectAccessible()
  await button('Assign Role').click()
  await expect.element(page.getByText('mallory has the role Support now.')).toBeVisible()
  expect(api.sent(assignRole)).toMatchObject([
    { path: '/api/admin/users/9/assign-role', body: { role_id: 7, reason: 'Joins support' } },
  ])
})

test('a role must be selected, and failures are said', async () => {
  api.rejects(assignRole, 'CONFLICT')
  await show(<Assigning roleId={null} />)
  await button('Assign Role').click()
  await expect.element(page.getByText('Please select a role')).toBeVisible()
  await page.getByLabelText('Role', { exact: true }).selectOptions('Support')
  api.rejects(assignRole, 'INTERNAL')
  await button('Assign Role').click()
  await expect.element(page.getByText(/^Failed to assign role/)).toBeVisible()
})

test('roles that cannot be loaded are said', async () => {
  api.rejects(listRoles, 'INTERNAL')
  await show(<Assigning roleId={1} />)
  await expect.element(page.getByText('Failed to load roles')).toBeVisible()
})

test('the history says who changed a role, when and why', async () => {
  const [user, help] = [
    { name: 'USER', display_name: 'User' },
    { name: 'SUPPORT', display_name: 'Support' },
  ]
  api.answers(readRoleHistory, {
    history: [
      { role: user, previous_role: help, assigned_by: null, reason: '', created_at: at },
      { role: help, previous_role: user, assigned_by: 'grace', reason: 'Joins support', created_at: at },
    ],
  })
  await show(<RoleHistory userId={9} />)
  await expect.element(page.getByText('Support → User')).toBeVisible()
  await expect.element(page.getByText('By an operator, from the command line')).toBeVisible()
  await expect.element(page.getByText('By grace: Joins support')).toBeVisible()
  await expectAccessible()
})

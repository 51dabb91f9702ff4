import type { Client } from '@envhold/client/client.ts'
import {
  createRole,
  deleteRole,
  listRoles,
  type Role,
  readRole,
  updateRole,
} from '@envhold/contract/operator/roles.ts'
import type { OperatorPermission } from '@envhold/contract/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { findRole } from '../../roles/role-store.ts'

const required = 'Name, display name, and at least one permission are required'
let made = 0

forEachEngine((engine) => {
  const app = withApp(engine)
  const superAdmin = withPerson(app, { masterPassword: null })
  let operator: Person
  let user: Person
  beforeAll(async () => {
    operator = await addPerson(app, { masterPassword: null })
    user = await addPerson(app, { masterPassword: null })
  })

  const body = (permissions: OperatorPermission[] = ['user.read'], name = `ROLE_${++made}`) => ({
    name,
    display_name: `Role ${name}`,
    description: '',
    permissions,
  })
  const create = async (permissions?: OperatorPermission[], client: Client = superAdmin.client) =>
    (await client.call(createRole, { body: body(permissions) })).role
  const update = async ({ id }: Pick<Role, 'id'>, permissions: OperatorPermission[], client: Client) =>
    (
      await client.call(updateRole, {
        params: { id },
        body: { display_name: 'Changed', description: 'D', permissions },
      })
    ).role
  const remove = ({ id }: Pick<Role, 'id'>, client: Client = superAdmin.client) =>
    client.call(deleteRole, { params: { id } })
  /** An operator whose role has these permissions. */
  const operatorWith = async (...permissions: OperatorPermission[]) => {
    const name = `OPERATOR_${++made}`
    await writeRole(app, name, ['user.read', ...permissions])
    await assignRole(app, operator.userId, name)
    return operator.client
  }
  const systemRole = async (name: string) =>
    (await superAdmin.client.call(listRoles, {})).roles.find((role) => role.name === name) as Role
  const forbidden = (message: string) => ({ status: 403, code: 'FORBIDDEN', message })

  test('a role is created under a name in capitals, with each permission once', async () => {
    const input = {
      name: ' support_1 ',
      display_name: ' Support ',
      permissions: ['user.read', 'admin.stats', 'user.read'] as OperatorPermission[],
    }
    const { role } = await superAdmin.client.call(createRole, { body: input })
    expect(role).toMatchObject({
      name: 'SUPPORT_1',
      display_name: 'Support',
      description: '',
      permissions: ['admin.stats', 'user.read'],
      is_system_role: false,
      _count: { users: 0 },
    })
    // With a valid MAC.
    expect((await findRole(app.ctx, 'SUPPORT_1'))?.permissions).toEqual(['admin.stats', 'user.read'])
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'role_created',
      user_id: superAdmin.userId,
      description: expect.stringContaining('created the role SUPPORT_1 with'),
    })
    await expect(superAdmin.client.call(createRole, { body: input })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A role with this name already exists.',
    })
  })

  test.each([
    [{ name: ' ' }, required],
    [{ display_name: ' ' }, required],
    [{ permissions: [] }, required],
    [{ name: undefined }, required],
    [{ name: 'A-B' }, 'Name can only contain letters, numbers, and underscores'],
    [{ name: 'A'.repeat(51) }, 'Must be at most 50 characters'],
    [{ permissions: ['vault.read'] }, 'Not a permission'],
    [{ permissions: ['user.*'] }, 'Not a permission'],
  ])('%j is rejected', async (change, message) => {
    const role = { ...body(), ...change } as ReturnType<typeof body>
    await expect(superAdmin.client.call(createRole, { body: role })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [expect.objectContaining({ message })],
    })
  })

  test('roles are listed with how many users hold them, the system roles first', async () => {
    const assigned = await create(['project.read'])
    await assignRole(app, user.userId, assigned.name)
    const { roles } = await superAdmin.client.call(listRoles, {})
    expect(roles.slice(0, 3).map((role) => [role.name, role.is_system_role])).toEqual([
      ['USER', true],
      ['ADMIN', true],
      ['SUPER_ADMIN', true],
    ])
    expect(roles.find(({ name }) => name === 'SUPER_ADMIN')?._count).toEqual({ users: 1 })
    const listed = roles.find(({ id }) => id === assigned.id)
    expect(listed?._count).toEqual({ users: 1 })
    expect(await superAdmin.client.call(readRole, { params: { id: assigned.id } })).toEqual({ role: listed })
    await expect(superAdmin.client.call(readRole, { params: { id: 999_999 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a change applies from the next call on', async () => {
    const role = await create(['user.read', 'role.read'])
    await assignRole(app, operator.userId, role.name)
    expect((await operator.client.call(listRoles, {})).roles.length).toBeGreaterThan(3)
    expect(await update(role, ['user.read', 'project.read'], superAdmin.client)).toMatchObject({
      name: role.name,
      display_name: 'Changed',
      description: 'D',
      permissions: ['project.read', 'user.read'],
      _count: { users: 1 },
    })
    await expect(operator.client.call(listRoles, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'role_updated',
      description: `${superAdmin.username} changed the role ${role.name}, added project.read, removed role.read`,
    })
  })

  test('a form that was opened before another change does not take that back', async () => {
    const stale = await create(['user.read', 'user.force_delete'])
    const { revision } = await update(stale, ['user.read'], superAdmin.client)
    expect(revision).toBeGreaterThan(stale.revision)
    const { id, permissions } = stale
    const save = (revision: number) =>
      superAdmin.client.call(updateRole, {
        params: { id },
        body: { display_name: 'Support', permissions: permissions as OperatorPermission[], revision },
      })
    await expect(save(stale.revision)).rejects.toMatchObject({
      status: 409,
      message: 'Someone else changed this in the meantime. Check the current role, then repeat your change.',
    })
    expect((await superAdmin.client.call(readRole, { params: { id } })).role.permissions).toEqual([
      'user.read',
    ])
    expect((await save(revision)).role.permissions).toEqual(['user.force_delete', 'user.read'])
  })

  test('a row that was changed from outside is named, and the others are listed', async () => {
    const role = await create(['user.read'])
    const row = app.ctx.db.updateTable('roles').where('id', '=', role.id)
    await row.set({ permissions: '["*"]' }).execute()
    const { roles, rejected } = await superAdmin.client.call(listRoles, {})
    expect(rejected).toEqual([{ id: role.id, name: role.name }])
    expect(roles.map(({ name }) => name)).toContain('SUPER_ADMIN')
    expect(roles.map(({ name }) => name)).not.toContain(role.name)
    await create(['user.read'])
    await app.ctx.db.deleteFrom('roles').where('id', '=', role.id).execute()
  })

  test('system roles stay as they are', async () => {
    for (const name of ['USER', 'ADMIN', 'SUPER_ADMIN']) {
      const role = await systemRole(name)
      const refused = forbidden('System roles cannot be changed or deleted.')
      await expect(update(role, ['*'], superAdmin.client)).rejects.toMatchObject(refused)
      await expect(remove(role)).rejects.toMatchObject(refused)
      expect(await systemRole(name)).toEqual(role)
    }
  })

  test('a role is deleted only while nobody holds it', async () => {
    const role = await create()
    await assignRole(app, user.userId, role.name)
    await expect(remove(role)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Cannot delete role with assigned users',
    })
    await assignRole(app, user.userId, 'USER')
    expect(await remove(role)).toEqual({ message: `The role "${role.display_name}" was deleted.` })
    await expect(remove(role)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await findRole(app.ctx, role.name)).toBeUndefined()
  })

  test('nobody gives a role a permission that they lack, or changes a role with one', async () => {
    const client = await operatorWith('role.create', 'role.update', 'role.assign.admin')
    const lacks = (...names: string[]) =>
      forbidden(
        `You can only give and remove permissions that you have. You do not have ${names.join(', ')}.`,
      )
    await expect(create(['user.read', 'admin.cleanup', '*'], client)).rejects.toMatchObject(
      lacks('admin.cleanup', '*'),
    )
    await expect(create(['role.assign.*'], client)).rejects.toMatchObject(lacks('role.assign.*'))
    const own = await create(['user.read', 'project.delete'], client)
    await expect(update(own, ['user.read', 'admin.cleanup'], client)).rejects.toMatchObject(
      lacks('admin.cleanup'),
    )
    const wider = await create(['user.suspend'])
    await expect(update(wider, ['user.read'], client)).rejects.toMatchObject(lacks('user.suspend'))
    expect((await update(own, ['role.create'], client)).permissions).toEqual(['role.create'])
  })

  test('nobody changes the permissions of their own role', async () => {
    const client = await operatorWith('role.update')
    const own = (await superAdmin.client.call(listRoles, {})).roles.find(
      ({ name }) => name === `OPERATOR_${made}`,
    ) as Role
    await expect(update(own, ['user.read'], client)).rejects.toMatchObject(
      forbidden('You cannot change the permissions of your own role. Ask another operator.'),
    )
    expect(await update(own, ['role.update', 'user.read'], client)).toMatchObject({ display_name: 'Changed' })
  })

  test('operator permissions of a role that is held change only with role.assign.admin', async () => {
    const role = await create(['project.read'])
    await assignRole(app, user.userId, role.name)
    const refused = forbidden('This needs the permission role.assign.admin.')
    const without = await operatorWith('role.update')
    await expect(update(role, ['project.read', 'user.read'], without)).rejects.toMatchObject(refused)
    expect(await update(role, ['project.update'], without)).toMatchObject({ permissions: ['project.update'] })
    const having = await operatorWith('role.update', 'role.assign.admin')
    expect(await update(role, ['user.read'], having)).toMatchObject({ permissions: ['user.read'] })
    const later = await operatorWith('role.update')
    await expect(update(role, ['project.read'], later)).rejects.toMatchObject(refused)
    await assignRole(app, user.userId, 'USER')
    expect(await update(role, ['project.read'], later)).toMatchObject({ permissions: ['project.read'] })
  })

  test('an instance has a hundred roles at most', async () => {
    const { roles } = await superAdmin.client.call(listRoles, {})
    for (let count = roles.length; count < 100; count++)
      await writeRole(app, `FILL_${count}`, ['project.read'])
    await expect(create()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There are 100 roles already. Delete one that nobody needs.',
    })
  })
})

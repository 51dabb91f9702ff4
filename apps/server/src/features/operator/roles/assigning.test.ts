import { type Client, createClient } from '@envhold/client/client.ts'
import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import {
  assignRole as assignRoleCall,
  createRole,
  deleteRole,
  listRoles,
  readRoleHistory,
  readUserPermissions,
} from '@envhold/contract/operator/roles.ts'
import type { OperatorPermission } from '@envhold/contract/permissions.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { lapse, setSuspended } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { transact } from '../../audit-log/tx.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { findUser } from '../../users/user-store.ts'
import { listOperatorActions } from '../users/operator-action-store.ts'

let made = 0

forEachEngine((engine) => {
  const app = withApp(engine)
  const second = withSecondNode(app)
  const superAdmin = withPerson(app, { masterPassword: null })
  let operator: Person
  let user: { readonly userId: number; readonly email: string }
  beforeAll(async () => {
    operator = await addPerson(app, { masterPassword: null })
  })
  beforeEach(async () => {
    user = await insertPerson(app)
  })

  const idOf = async (name: string) => {
    const { id } = await app.ctx.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return id
  }
  const assign = async (role: string, client: Client, userId = user.userId, reason?: string) =>
    await client.call(assignRoleCall, {
      params: { id: userId },
      body: { role_id: await idOf(role), ...(reason !== undefined && { reason }) },
    })
  const roleOf = async (userId = user.userId) => (await findUser(app.ctx, userId))?.role
  const roleWith = async (...permissions: OperatorPermission[]) => {
    const name = `ROLE_${++made}`
    await writeRole(app, name, permissions)
    return name
  }
  const operatorWith = async (...permissions: OperatorPermission[]) => {
    await assignRole(app, operator.userId, await roleWith('user.read', ...permissions))
    return operator.client
  }
  const forbidden = (message: string) => ({ status: 403, code: 'FORBIDDEN', message })

  test('the user keeps the session, has the permissions at once, is told and reads why', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await writeRole(app, 'HELP', ['user.read', 'role.read'])
    await expect(person.client.call(listRoles, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await assign('HELP', superAdmin.client, person.userId, ' Joins support ')).toEqual({
      message: `${person.username} has the role HELP now.`,
    })
    expect((await person.client.call(listRoles, {})).roles.length).toBeGreaterThan(3)
    expect((await person.client.call(readUserStatus, {})).user.roles).toMatchObject([{ name: 'HELP' }])
    const mail = (await mailsOf(app)).findLast(({ to }) => to === person.email)
    expect(mail).toMatchObject({
      template: 'operator-role-changed',
      subject: 'Your role was changed by an operator',
    })
    expect(mail?.text).toContain('from User to HELP')
    expect(mail?.text).toContain('Joins support')
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'role_assigned',
      user_id: person.userId,
      ip: null,
      description: 'An operator changed the role of the account from User to HELP: Joins support',
    })
    expect(await listOperatorActions(app.ctx, person.userId, 10)).toMatchObject([
      {
        operator: superAdmin.username,
        act: 'assign_role',
        reason: 'Joins support',
        details: { from: 'User', from_name: 'USER', to: 'HELP', to_name: 'HELP' },
      },
    ])
  })

  test('the history has every change, the newest first, and permissions are those of the role', async () => {
    const role = await roleWith('user.read', 'admin.stats')
    await assign(role, superAdmin.client, user.userId, 'First')
    await assign('USER', superAdmin.client)
    const ofUser = { params: { id: user.userId } }
    const { history } = await superAdmin.client.call(readRoleHistory, ofUser)
    expect(history.map(({ created_at: _, ...change }) => change)).toEqual([
      {
        role: { name: 'USER', display_name: 'User' },
        previous_role: { name: role, display_name: role },
        assigned_by: superAdmin.username,
        reason: '',
      },
      {
        role: { name: role, display_name: role },
        previous_role: { name: 'USER', display_name: 'User' },
        assigned_by: superAdmin.username,
        reason: 'First',
      },
    ])
    await assign(role, superAdmin.client)
    expect(await superAdmin.client.call(readUserPermissions, ofUser)).toEqual({
      role: { id: await idOf(role), name: role, display_name: role },
      permissions: ['admin.stats', 'user.read'],
    })
    await assignRole(app, user.userId, 'GONE')
    expect(await superAdmin.client.call(readUserPermissions, ofUser)).toEqual({ role: null, permissions: [] })
    const nobody = { params: { id: 999_999 } }
    for (const call of [readRoleHistory, readUserPermissions])
      await expect(superAdmin.client.call(call, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('refuses the same role, an unknown role and an unknown user, and changes nothing', async () => {
    await expect(assign('USER', superAdmin.client)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'User already has this role',
    })
    const unknown = { params: { id: user.userId }, body: { role_id: 999_999 } }
    await expect(superAdmin.client.call(assignRoleCall, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(assign('ADMIN', superAdmin.client, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      superAdmin.client.call(assignRoleCall, { params: { id: user.userId }, body: {} as never }),
    ).rejects.toMatchObject({ details: [{ path: 'role_id', message: 'Please select a role' }] })
    expect(await listOperatorActions(app.ctx, user.userId, 10)).toEqual([])
    expect((await mailsOf(app)).filter(({ to }) => to === user.email)).toEqual([])
  })

  test('an account that is not active does not become SUPER_ADMIN', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await setSuspended(app, person, true)
    await expect(assign('SUPER_ADMIN', superAdmin.client, person.userId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Only an active account can become SUPER_ADMIN.',
    })
  })

  test('the grace period of an account ends when it becomes SUPER_ADMIN, and starts again after it', async () => {
    const person = await addPerson(app, { masterPassword: null })
    await lapse(app, person, { projects: 2 })
    const phase = async () => (await findAccountPhase(app.ctx, person.userId))?.phase
    await transact(app.ctx, { userId: null, origin: null }, (tx) => updatePhase(tx, person.userId))
    expect(await phase()).toBe('grace')
    await assign('ADMIN', superAdmin.client, person.userId)
    expect(await phase()).toBe('grace')
    await assign('SUPER_ADMIN', superAdmin.client, person.userId)
    expect(await phase()).toBe('compliant')
    await assign('USER', superAdmin.client, person.userId)
    expect(await phase()).toBe('grace')
  })

  test('nobody changes their own role', async () => {
    const own = forbidden('You cannot change your own role.')
    await expect(assign('USER', superAdmin.client, superAdmin.userId)).rejects.toMatchObject(own)
    await assignRole(app, operator.userId, 'ADMIN')
    await expect(assign('SUPER_ADMIN', operator.client, operator.userId)).rejects.toMatchObject(own)
    expect(await roleOf(superAdmin.userId)).toBe('SUPER_ADMIN')
  })

  test('giving and removing operator permissions needs role.assign.admin', async () => {
    const [plain, another, operating] = [
      await roleWith('project.read'),
      await roleWith('project.delete', 'project.create'),
      await roleWith('project.read', 'user.read'),
    ]
    const client = await operatorWith('role.assign.user')
    const refused = forbidden('This needs the permission role.assign.admin.')
    await assign(plain, client)
    await assign(another, client)
    await expect(assign(operating, client)).rejects.toMatchObject(refused)
    await assignRole(app, user.userId, operating)
    await expect(assign(plain, client)).rejects.toMatchObject(refused)
    expect(await roleOf()).toBe(operating)
    await assign(plain, await operatorWith('role.assign.user', 'role.assign.admin'))
    await assign(operating, await operatorWith('role.assign.*'))
    // Neither permission includes the other.
    await expect(assign(plain, await operatorWith('role.assign.admin'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('nobody gives or removes a permission that they lack', async () => {
    const client = await operatorWith('role.assign.*')
    const wider = await roleWith('user.read', 'admin.cleanup')
    const lacks = (names: string) =>
      forbidden(`You can only give and remove permissions that you have. You do not have ${names}.`)
    await expect(assign(wider, client)).rejects.toMatchObject(lacks('admin.cleanup'))
    await expect(assign('SUPER_ADMIN', client)).rejects.toMatchObject(lacks('*'))
    await assignRole(app, user.userId, wider)
    await expect(assign('USER', client)).rejects.toMatchObject(lacks('admin.cleanup'))
    expect(await roleOf()).toBe(wider)
    // An operator who may do everything but is no SUPER_ADMIN cannot remove the last one.
    const almighty = await operatorWith('*')
    await expect(assign('USER', almighty, superAdmin.userId)).rejects.toMatchObject(
      forbidden('The last SUPER_ADMIN cannot get another role.'),
    )
    await assign('SUPER_ADMIN', almighty)
    await assign('USER', almighty)
    expect([await roleOf(), await roleOf(superAdmin.userId)]).toEqual(['USER', 'SUPER_ADMIN'])
  })

  test('two super administrators who demote each other on two nodes leave one', async () => {
    const roleId = await idOf('USER')
    const demote = (url: string, by: Person, of: Person) =>
      createClient({ server: url, headers: () => headersOf({ token: by.token }), timeoutMs: 120_000 })
        .call(assignRoleCall, { params: { id: of.userId }, body: { role_id: roleId } })
        .then(
          () => 'done',
          ({ code }) => code,
        )
    for (let round = 0; round < 5; round++) {
      await assignRole(app, superAdmin.userId, 'SUPER_ADMIN')
      await assignRole(app, operator.userId, 'SUPER_ADMIN')
      const outcomes = await Promise.all([
        demote(app.url, superAdmin, operator),
        demote(second.url, operator, superAdmin),
      ])
      expect(outcomes.toSorted()).toEqual(['FORBIDDEN', 'done'])
      const roles = [await roleOf(superAdmin.userId), await roleOf(operator.userId)]
      expect(roles.toSorted()).toEqual(['SUPER_ADMIN', 'USER'])
    }
    await assignRole(app, superAdmin.userId, 'SUPER_ADMIN')
    await assignRole(app, operator.userId, 'USER')
  })

  test('a role that another operator deletes while it is assigned is either held or gone', async () => {
    // Each locks the own account, so only the role itself keeps them apart.
    const another = await operatorWith('*')
    for (let round = 0; round < 20; round++) {
      const { role } = await superAdmin.client.call(createRole, {
        body: { name: `RACE_${++made}`, display_name: 'Race', permissions: ['project.read'] },
      })
      await Promise.allSettled([
        assign(role.name, superAdmin.client),
        another.call(deleteRole, { params: { id: role.id } }),
      ])
      const isHeld = (await roleOf()) === role.name
      const { roles } = await superAdmin.client.call(listRoles, {})
      expect(roles.some(({ id }) => id === role.id)).toBe(isHeld)
      await assignRole(app, user.userId, 'USER')
    }
  })
})

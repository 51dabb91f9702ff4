// Every call of the operator area × who calls: each permission of the catalogue alone, the system roles, and everybody
// else. The table of operator calls says who is let through.

import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { setSuspended } from '../../../dev/world/lapse.ts'
import { codeOfEmpty } from '../../../dev/world/sample-inputs/empty-request.ts'
import { seedPersonalToken } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { assignRole, writeRole } from '../../../dev/world/write-role.ts'

const operatorCalls = everyEndpoint.filter(({ audience }) => audience === 'operator')

/** Whether an empty body is rejected, so that the call does nothing. */
const isHarmless = ({ method, path, body }: Endpoint) =>
  method === 'GET' || path.includes('{') || !body?.safeParse({}).success

const includes = (granted: string, permission: string) =>
  granted === permission ||
  granted === '*' ||
  (granted === 'role.assign.*' && permission.startsWith('role.assign.'))

/** The names of the calls that a role with these permissions may make. */
const allowedTo = (permissions: readonly string[]) =>
  operatorCalls
    .filter(({ operatorPermission = '' }) =>
      permissions.some((permission) => includes(permission, operatorPermission)),
    )
    .map(({ name }) => name)

const permissionNames = Object.keys(operatorPermissions)
const superAdminOnly = ['*', 'role.assign.admin', 'role.assign.*']
const ofAdmin = permissionNames.filter((name) => !superAdminOnly.includes(name))

test('no call of this table does anything', () => {
  expect(operatorCalls.filter((call) => !isHarmless(call)).map(({ name }) => name)).toEqual([])
})

test('the table tells roles apart', () => {
  expect(allowedTo(['*'])).toHaveLength(operatorCalls.length)
  expect(allowedTo(['user.read'])).not.toContain('createRole')
  expect(allowedTo(['user.read', 'role.create'])).toContain('createRole')
  expect(allowedTo(['role.create'])).toEqual(['createRole'])
  expect(allowedTo(['user.read', 'role.assign.*'])).toContain('assignRole')
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let superAdmin: Person
  let operator: Person
  let personalToken: string
  beforeAll(async () => {
    superAdmin = await addPerson(app)
    operator = await addPerson(app, { masterPassword: null })
    personalToken = (await seedPersonalToken(superAdmin)).token
  })

  const codeOf = async (call: Endpoint, token = '') => {
    const code = await codeOfEmpty(app, call, { token })
    const isLetThrough = ['passed', 'VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'].includes(
      code,
    )
    return isLetThrough ? 'let through' : code
  }
  const codesOf = async (token?: string) =>
    Object.fromEntries(
      await Promise.all(operatorCalls.map(async (call) => [call.name, await codeOf(call, token)] as const)),
    )
  /** What each call answers to a caller who may make these, and is refused all others with a code. */
  const answers = (refusal: string, allowed: readonly string[] = []) =>
    Object.fromEntries(
      operatorCalls.map(({ name }) => [name, allowed.includes(name) ? 'let through' : refusal]),
    )
  const codesOfRole = async (role: string) => {
    await assignRole(app, operator.userId, role)
    return await codesOf(operator.token)
  }

  test.each(permissionNames)('%s alone', async (permission) => {
    await writeRole(app, 'ALONE', [permission])
    expect(await codesOfRole('ALONE')).toEqual(answers('FORBIDDEN', allowedTo([permission])))
  })

  test('the system roles', async () => {
    expect(await codesOfRole('USER')).toEqual(answers('FORBIDDEN'))
    expect(await codesOfRole('ADMIN')).toEqual(answers('FORBIDDEN', allowedTo(ofAdmin)))
    expect(await codesOf(superAdmin.token)).toEqual(answers('FORBIDDEN', allowedTo(['*'])))
  })

  test('nobody, a role that does not exist, a personal token, and a suspended administrator', async () => {
    expect(await codesOf()).toEqual(answers('UNAUTHENTICATED'))
    expect(await codesOfRole('NOBODY')).toEqual(answers('FORBIDDEN'))
    expect(await codesOf(personalToken)).toEqual(answers('FORBIDDEN'))
    await assignRole(app, operator.userId, 'ADMIN')
    await setSuspended(app, operator, true)
    expect(await codesOf(operator.token)).toEqual(answers('ACCOUNT_SUSPENDED'))
  })
})

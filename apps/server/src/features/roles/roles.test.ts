import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { type ServedForTests, serveForTests } from '../../../../../dev/world/serve-for-tests.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { assignRole, writeRole } from '../../../../../dev/world/write-role.ts'
import { route } from '../../http/route.ts'
import { authenticate } from '../personal-tokens/authenticate.ts'
import { findRole, readPermissions } from './role-store.ts'

const base = {
  tag: 'Test',
  summary: 'Test.',
  audience: 'operator',
  output: z.object({}),
  errors: [],
} as const
const readUsers = endpoint('GET /a', { ...base, name: 'a', operatorPermission: 'user.read' })
const cleanUp = endpoint('GET /b', { ...base, name: 'b', operatorPermission: 'admin.cleanup' })

forEachEngine((engine) => {
  const app = withApp(engine)
  let nodes: ServedForTests[]
  let tampered: string[]
  let person: Person
  beforeAll(async () => {
    const node = () =>
      serveForTests(
        [readUsers, cleanUp].map((endpoint) => route(endpoint, async () => ({ json: {} }))),
        {
          authenticate: authenticate(app.ctx),
          readPermissions: readPermissions(app.ctx),
          onTampered: async ({ table, id }) => void tampered.push(`${table} ${id}`),
          clock: app.ctx.clock,
        },
      )
    nodes = [await node(), await node()]
    await addPerson(app)
  })
  beforeEach(async () => {
    tampered = []
    person = await addPerson(app)
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
  })

  const ask = async (path: string, node = nodes[0]) =>
    (await fetch(`${node?.url}/api${path}`, { headers: headersOf({ token: person.token }) })).status
  const status = async () => (await person.client.call(readUserStatus, {})).user.roles
  const withRow = async (name: string, set: object, attack: () => Promise<void>) => {
    const { db } = app.ctx
    const before = await db.selectFrom('roles').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    await db.updateTable('roles').set(set).where('id', '=', before.id).execute()
    const { id, ...rest } = before
    try {
      await attack()
    } finally {
      await db.updateTable('roles').set(rest).where('id', '=', id).execute()
    }
  }

  test('a new instance has three system roles, with permissions from the catalogue', async () => {
    const rows = await app.ctx.db
      .selectFrom('roles')
      .select(['name', 'is_system', 'permissions'])
      .where('is_system', '=', 1)
      .orderBy('id')
      .execute()
    expect(rows.map(({ name }) => name)).toEqual(['USER', 'ADMIN', 'SUPER_ADMIN'])
    const all = Object.keys(operatorPermissions)
    const permissionsOf = (name: string): string[] =>
      JSON.parse(rows.find((row) => row.name === name)?.permissions ?? '')
    for (const { permissions } of rows) {
      expect(JSON.parse(permissions)).toEqual([...new Set(JSON.parse(permissions))].sort())
      for (const permission of JSON.parse(permissions)) expect(all).toContain(permission)
    }
    expect(permissionsOf('USER')).toEqual(all.filter((name) => name.startsWith('project.')).sort())
    // An administrator cannot grant permissions that open everything.
    const superAdminOnly = ['*', 'role.assign.admin', 'role.assign.*']
    expect(permissionsOf('ADMIN')).toEqual(all.filter((name) => !superAdminOnly.includes(name)).sort())
    expect(permissionsOf('SUPER_ADMIN')).toEqual(['*'])
  })

  test('a custom role grants only its permissions, and a change applies on every node at once', async () => {
    const id = await writeRole(app, 'SUPPORT', ['user.read'])
    await assignRole(app, person.userId, 'SUPPORT')
    expect([await ask('/a'), await ask('/b'), await ask('/a', nodes[1])]).toEqual([200, 403, 200])
    expect(await status()).toEqual([
      { id, name: 'SUPPORT', display_name: 'SUPPORT', permissions: ['user.read'] },
    ])
    await writeRole(app, 'SUPPORT', ['user.read', 'admin.cleanup'])
    expect([await ask('/b'), await ask('/b', nodes[1])]).toEqual([200, 200])
    // Every permission of the area opens it, for what it allows; those of projects do not.
    await writeRole(app, 'SUPPORT', ['admin.cleanup'])
    expect([await ask('/a'), await ask('/b'), await ask('/b', nodes[1])]).toEqual([403, 200, 200])
    await writeRole(app, 'SUPPORT', ['project.read'])
    expect([await ask('/b'), await ask('/b', nodes[1])]).toEqual([403, 403])
  })

  test('a role that does not exist grants nothing', async () => {
    await assignRole(app, person.userId, 'NOBODY')
    expect([await ask('/a'), await status()]).toEqual([403, []])
    await writeRole(app, 'GONE', ['*'])
    await assignRole(app, person.userId, 'GONE')
    expect(await ask('/a')).toBe(200)
    await app.ctx.db.deleteFrom('roles').where('name', '=', 'GONE').execute()
    expect([await ask('/a'), await status()]).toEqual([403, []])
  })

  test('an unknown permission grants nothing', async () => {
    await writeRole(app, 'NEWER', ['user.*', 'user.read', 'toString', 'admin.*'])
    await assignRole(app, person.userId, 'NEWER')
    expect([await ask('/a'), await ask('/b')]).toEqual([200, 403])
    expect((await findRole(app.ctx, 'NEWER'))?.permissions).toEqual(['user.read'])
  })

  test('a role that was changed in the database grants nothing, and is recorded', async () => {
    const id = await writeRole(app, 'CLERK', ['admin.stats'])
    await assignRole(app, person.userId, 'CLERK')
    expect([await ask('/a'), await ask('/b')]).toEqual([403, 403])
    const superAdmin = await app.ctx.db
      .selectFrom('roles')
      .select('mac')
      .where('name', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow()
    const changes = [
      { permissions: '["*"]' },
      { permissions: '["*"]', mac: superAdmin.mac },
      { permissions: '["admin.stats","user.read"]' },
      { display_name: 'User' },
      { description: 'Harmless' },
      { is_system: 1 },
      { mac: new Uint8Array(33) },
      { mac: new Uint8Array(0) },
    ]
    const violations = async () =>
      (await activityOf(app)).filter(({ event_type }) => event_type === 'security_violation')
    const before = (await violations()).length
    for (const change of changes)
      await withRow('CLERK', change, async () => {
        tampered = []
        expect([await ask('/a'), await ask('/b'), tampered]).toEqual([
          500,
          500,
          [`roles ${id}`, `roles ${id}`],
        ])
        await expect(status()).rejects.toMatchObject({ status: 500 })
      })
    const recorded = (await violations()).slice(before)
    expect(recorded).toHaveLength(changes.length)
    expect(recorded[0]?.description).toContain(`roles (${id})`)
    expect([await ask('/a'), await status()]).toMatchObject([403, [{ name: 'CLERK' }]])
  })

  test('a role that was renamed or planted in the database grants nothing', async () => {
    await writeRole(app, 'WIDE', ['*'])
    await assignRole(app, person.userId, 'PLANTED')
    await withRow('WIDE', { name: 'PLANTED' }, async () => {
      expect(await ask('/a')).toBe(500)
    })
    const wide = await app.ctx.db
      .selectFrom('roles')
      .selectAll()
      .where('name', '=', 'WIDE')
      .executeTakeFirstOrThrow()
    const { id: _, ...copy } = wide
    await app.ctx.db
      .insertInto('roles')
      .values({ ...copy, name: 'PLANTED' })
      .execute()
    expect(await ask('/a')).toBe(500)
    await app.ctx.db.deleteFrom('roles').where('name', '=', 'PLANTED').execute()
    expect(await ask('/a')).toBe(403)
  })
})

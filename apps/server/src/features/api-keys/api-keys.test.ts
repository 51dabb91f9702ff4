import {
  createApiKey,
  deleteApiKey,
  listApiKeyPermissions,
  listApiKeys,
  readApiKeyCalls,
  readApiKeyUsage,
  updateApiKey,
} from '@envhold/contract/api-keys.ts'
import { createEnvironment, deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring, usageOf } from '../../../../../dev/world/events-of.ts'
import {
  type ApiKeyRequest,
  seedApiKey,
  seedPersonalToken,
  seedProject,
} from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)
  const shop = withEnvironment(owner)

  const create = async (request: ApiKeyRequest = {}, by: Pick<Person, 'client'> = owner) =>
    (
      await by.client.call(createApiKey, {
        params: { id: shop.projectId },
        body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'], ...request },
      })
    ).api_key
  const update = async (keyId: string, body: object, by: Pick<Person, 'client'> = owner) =>
    (await by.client.call(updateApiKey, { params: { id: shop.projectId, keyId }, body })).api_key
  const list = async () => (await owner.client.call(listApiKeys, { params: { id: shop.projectId } })).api_keys
  const rejection = (path: string, message: unknown = expect.anything()) => ({
    code: 'VALIDATION_FAILED',
    details: expect.arrayContaining([{ path, message }]),
  })

  test('lists the permissions that a key can have', async () => {
    const { permissions } = await owner.client.call(listApiKeyPermissions, {})
    expect(permissions.map(({ name, required }) => [name, required])).toEqual([
      ['read_variables', true],
      ['read_schema', false],
      ['variables.api_inject', true],
    ])
  })

  test('shows the full key once and never again', async () => {
    const expires_at = new Date(app.ctx.clock() + hour).toISOString()
    const made = await create({
      name: ' Deploy ',
      permissions: ['variables.api_inject', 'read_schema', 'read_variables'],
      environment_access: [String(shop.id), String(shop.id)],
      allowed_ips: ['10.0.0.0/8', '10.0.0.0/8', '::1'],
      expires_at,
    })
    expect(made.api_key).toMatch(/^pak_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/)
    expect(made).toMatchObject({
      key_name: 'Deploy',
      permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
      environment_access: [String(shop.id)],
      allowed_ips: ['10.0.0.0/8', '::1'],
      expires_at,
      is_active: true,
      usage_count: 0,
      last_used_at: null,
      rate_limit_per_hour: -1,
      creator: { username: owner.username, email: owner.email },
    })
    const [listed] = await list()
    const { api_key: full, ...shown } = made
    expect(listed).toEqual(shown)
    const secret = full.split('_')[2]?.slice(0, 43) ?? ''
    expect(JSON.stringify(await list())).not.toContain(secret.slice(0, 8))
    const row = await app.ctx.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).execute()
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('without lists it works for every environment, from any IP address, without expiry', async () => {
    const { permissions: _, ...made } = await create()
    expect(made).toMatchObject({ environment_access: null, allowed_ips: [], expires_at: null })
  })

  const needed = 'Every API key needs read_variables and variables.api_inject; read_schema may be added'

  test.each([
    ['no name', { name: ' ' }, 'name', 'API key name is required'],
    ['an empty list of environments', { environment_access: [] }, 'environment_access', expect.anything()],
    ['what is not an address', { allowed_ips: ['10.0.0.256'] }, 'allowed_ips.0', expect.anything()],
    ['what is not a range', { allowed_ips: ['10.0.0.0/33'] }, 'allowed_ips.0', expect.anything()],
    [
      'a time that has passed',
      { expires_at: '2020-01-01T00:00:00.000Z' },
      'expires_at',
      'The expiry must not be in the past',
    ],
    ['names alone', { permissions: ['read_schema' as const] }, 'permissions', needed],
    [
      'names and values',
      { permissions: ['read_schema' as const, 'read_variables' as const] },
      'permissions',
      needed,
    ],
    ['no permission', { permissions: [] }, 'permissions', needed],
    [
      'a permission of another kind',
      { permissions: ['write_variables' as never] },
      'permissions.0',
      expect.anything(),
    ],
  ])('rejects %s', async (_, request, path, message) => {
    await expect(create(request)).rejects.toMatchObject(rejection(path, message))
    const { id } = await seedApiKey(owner, shop.projectId)
    await expect(update(id, request)).rejects.toMatchObject(rejection(path, message))
  })

  test('rejects an environment of another project', async () => {
    const elsewhere = (await seedProject(owner, 'elsewhere')).ids.elsewhere
    const request = { environment_access: [String(shop.id), String(elsewhere)] }
    const why = rejection('environment_access', `The project has no environment ${elsewhere}`)
    await expect(create(request)).rejects.toMatchObject(why)
    const { id } = await seedApiKey(owner, shop.projectId)
    await expect(update(id, request)).rejects.toMatchObject(why)
  })

  test('changes the given fields and keeps the others; only a change of environments needs the vault', async () => {
    const made = await create({
      permissions: [...requiredApiKeyPermissions, 'read_schema'],
      allowed_ips: ['::1'],
    })
    const locked = { client: owner.lockedClient }
    const { api_key: _, ...before } = made
    const events = await eventsDuring(app, async () => {
      expect(await update(made.id, { name: 'Renamed' }, locked)).toEqual({ ...before, key_name: 'Renamed' })
      const expires_at = new Date(app.ctx.clock() + hour).toISOString()
      expect(await update(made.id, { expires_at, is_active: false }, locked)).toMatchObject({
        expires_at,
        is_active: false,
      })
      expect(
        await update(
          made.id,
          { expires_at: null, allowed_ips: [], permissions: [...requiredApiKeyPermissions] },
          locked,
        ),
      ).toMatchObject({
        expires_at: null,
        allowed_ips: [],
        permissions: ['read_variables', 'variables.api_inject'],
        is_active: false,
        key_name: 'Renamed',
      })
    })
    expect(events).toEqual(['api_key_updated', 'api_key_updated', 'api_key_updated'])
    await expect(update(made.id, { environment_access: null }, locked)).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('a key outlives one of its environments', async () => {
    const { project, ids } = await seedProject(owner, 'stays', 'goes')
    const { stays, goes } = ids
    const key = await seedApiKey(owner, project.id, { environment_access: [String(stays), String(goes)] })
    await owner.client.call(deleteEnvironment, { params: { projectId: project.id, envId: goes } })
    const call = (environment: string) =>
      app.as(key).call(inject, { params: { projectId: project.id, environment }, query: {} })
    expect(await call('stays')).toBe('')
    await expect(call('goes')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const accessOf = async () => {
      const { api_keys } = await owner.client.call(listApiKeys, { params: { id: project.id } })
      return api_keys.find(({ id }) => id === key.id)?.environment_access
    }
    expect(await accessOf()).toEqual([String(stays)])
    const change = async (...access: number[]) => {
      const { api_key } = await owner.client.call(updateApiKey, {
        params: { id: project.id, keyId: key.id },
        body: { environment_access: access.map(String) },
      })
      return api_key.environment_access
    }
    await expect(change(stays, 1_000_000)).rejects.toMatchObject(rejection('environment_access'))
    expect(await change(stays, goes)).toEqual([String(stays)])
    expect(await change(stays)).toEqual([String(stays)])
    expect(await call('stays')).toBe('')
    await expect(change(stays, goes)).rejects.toMatchObject(rejection('environment_access'))
    await owner.client.call(createEnvironment, { params: { projectId: project.id }, body: { name: 'later' } })
    await owner.client.call(deleteEnvironment, { params: { projectId: project.id, envId: stays } })
    expect(await accessOf()).toEqual([])
    await expect(call('later')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('deleting a key erases its usage', async () => {
    const key = await seedApiKey(owner, shop.projectId)
    const call = () =>
      app
        .as(key)
        .call(inject, { params: { projectId: shop.projectId, environment: 'production' }, query: {} })
    await call()
    const keyOnly = { params: { id: shop.projectId, keyId: key.id } }
    expect(await owner.client.call(deleteApiKey, keyOnly)).toEqual({
      message: 'API key deleted successfully',
    })
    await expect(call()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const notFound = { code: 'NOT_FOUND', message: 'API key not found' }
    await expect(owner.client.call(deleteApiKey, keyOnly)).rejects.toMatchObject(notFound)
    await expect(owner.client.call(readApiKeyUsage, { ...keyOnly, query: {} })).rejects.toMatchObject(
      notFound,
    )
    await expect(update(key.id, { name: 'x' })).rejects.toMatchObject(notFound)
    expect(JSON.stringify(await usageOf(app))).not.toContain(key.id)
  })

  test('only the project owner has access to its keys', async () => {
    const { id } = await seedApiKey(owner, shop.projectId)
    const keyOnly = { params: { id: shop.projectId, keyId: id } }
    const notFound = { code: 'NOT_FOUND', message: 'Project not found' }
    await expect(create({}, other)).rejects.toMatchObject(notFound)
    await expect(update(id, { name: 'x' }, other)).rejects.toMatchObject(notFound)
    await expect(other.client.call(deleteApiKey, keyOnly)).rejects.toMatchObject(notFound)
    await expect(other.client.call(listApiKeys, { params: { id: shop.projectId } })).rejects.toMatchObject(
      notFound,
    )
    await expect(other.client.call(readApiKeyUsage, { ...keyOnly, query: {} })).rejects.toMatchObject(
      notFound,
    )
    await expect(
      other.client.call(readApiKeyCalls, { params: { id: shop.projectId } }),
    ).rejects.toMatchObject(notFound)
    const elsewhere = await seedProject(owner)
    await expect(
      owner.client.call(deleteApiKey, { params: { id: elsewhere.project.id, keyId: id } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' })
  })

  test('a personal token cannot give a key more permissions than it has', async () => {
    const { id: keyId } = await seedApiKey(owner, shop.projectId)
    const { token } = await seedPersonalToken(owner, ['manage_projects'])
    const manager = { client: app.as({ token }) }
    const rejectionFor = (permission: string) => ({
      code: 'FORBIDDEN',
      message: `The API key would have the permission ${permission}, which this token does not have.`,
    })
    await expect(create({}, manager)).rejects.toMatchObject(rejectionFor('read_variables'))
    const widened = [
      { permissions: [...requiredApiKeyPermissions, 'read_schema' as const] },
      { environment_access: null },
      { allowed_ips: [] },
      { expires_at: null },
      { is_active: true },
    ]
    for (const body of widened)
      await expect(update(keyId, body, manager)).rejects.toMatchObject(rejectionFor('read_variables'))
    expect(await update(keyId, { name: 'Off', is_active: false }, manager)).toMatchObject({
      key_name: 'Off',
      is_active: false,
    })

    const reader = await seedPersonalToken(owner, ['manage_projects', 'read_variables'])
    const may = { client: app.as({ token: reader.token }) }
    expect((await create({}, may)).permissions).not.toContain('read_schema')
    await expect(
      create({ permissions: [...requiredApiKeyPermissions, 'read_schema'] }, may),
    ).rejects.toMatchObject(rejectionFor('read_schema'))
  })
})

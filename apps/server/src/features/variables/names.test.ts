import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { deleteEnvironment, renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import {
  createVariable,
  deleteVariable,
  listVariableNames,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { spoilVersions } from '../../../../../dev/world/environment-state.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { forgetNames } from '../../../../../dev/world/older-environments.ts'
import {
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  type Caller = Pick<Person, 'client'>
  const list = (id: number, { client }: Caller = owner) => client.call(listVariableNames, { params: { id } })
  const statusOf = async (id: number, ifNoneMatch: string) => {
    const { token, masterPassword = '' } = owner
    const credentials = { token, masterPassword }
    const answer = await app.fetch(`/api/env/environments/${id}/names`, {
      headers: { ...headersOf(credentials), 'if-none-match': ifNoneMatch },
    })
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
  }
  const create = (id: number, key: string) =>
    owner.client.call(createVariable, { params: { id }, body: { key, value: 'x' } })
  const set = (id: number, key: string, body: { value: string; key?: string }) =>
    owner.client.call(updateVariable, { params: { id, key }, body })
  const headOf = (id: number) =>
    app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const storedOf = (id: number) =>
    app.ctx.db.selectFrom('environment_names').select('names').where('environment_id', '=', id).execute()

  test('an environment that was never written has none', async () => {
    const [empty] = (await seedProject(owner, 'empty')).environments
    expect(await list(empty?.id ?? 0)).toEqual({ names: [], version: 0 })
  })

  test('stored names follow every kind of write, in ascending order', async () => {
    const { id } = await seedEnvironment(owner, { B: '1', _a: '2' })
    const params = { id }
    const writes: readonly (() => Promise<unknown>)[] = [
      () => create(id, 'A'),
      () => set(id, 'A', { value: 'renamed', key: 'Z_LAST' }),
      () => set(id, 'B', { value: 'changed' }),
      () => owner.client.call(deleteVariable, { params: { id, key: '_a' } }),
      () =>
        owner.client.call(importVariables, {
          params,
          body: { dotenv: '__proto__=1\nlower=2', mode: 'merge' },
        }),
      () =>
        owner.client.call(writeVariables, { params, body: { variables: { ONLY: '1' }, mode: 'replace' } }),
      () => owner.client.call(restoreVersion, { params: { id, version: 2 } }),
      () => owner.client.call(writeVariables, { params, body: { variables: {}, mode: 'replace' } }),
    ]
    const seen: string[][] = []
    for (const write of writes) {
      await write()
      const { names, version } = await list(id)
      expect(names).toEqual(Object.keys(await variablesOf(owner, id)).sort())
      expect(version).toBe((await headOf(id)).version)
      seen.push(names)
    }
    expect(seen[1]).toEqual(['B', 'Z_LAST', '_a'])
    expect(seen.at(-2)).toEqual(['A', 'B', '_a'])
    expect(seen.at(-1)).toEqual([])
  })

  test('the longest and most names that an environment can have are stored', async () => {
    const variables = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`N${n}_`.padEnd(255, 'X'), 'x']),
    )
    const { id } = await seedEnvironment(owner, variables)
    expect((await list(id)).names).toEqual(Object.keys(variables).sort())
  })

  test('names are read without decrypting, and without an entry in the activity log', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    await spoilVersions(app, id)
    const events = await eventsDuring(app, async () =>
      expect(await list(id)).toEqual({ names: ['A', 'B'], version: 1 }),
    )
    expect(events).toEqual([])
    await expect(variablesOf(owner, id)).rejects.toMatchObject({ status: 500 })
  })

  test('responds 304 while the version is the same', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const events = await eventsDuring(app, async () => {
      expect(await statusOf(id, '"1"')).toEqual({ status: 304, etag: '"1"', text: '' })
      expect(await statusOf(id, 'W/"1"')).toMatchObject({ status: 304 })
    })
    expect(events).toEqual([])
    for (const other of ['"0"', '"2"', '*', '1', '"99999999999"'])
      expect(await statusOf(id, other)).toEqual({
        status: 200,
        etag: '"1"',
        text: JSON.stringify({ names: ['A'], version: 1 }),
      })
    await set(id, 'A', { value: '2' })
    expect(await statusOf(id, '"1"')).toMatchObject({ status: 200, etag: '"2"' })
  })

  test('names from before they were stored are decrypted, until the next write', async () => {
    const { id } = await seedEnvironment(owner, { B: '1', A: '2' })
    await forgetNames(app.ctx, id)
    const events = await eventsDuring(app, async () =>
      expect(await list(id)).toEqual({ names: ['A', 'B'], version: 1 }),
    )
    expect(events).toEqual([])
    expect(await statusOf(id, '"1"')).toMatchObject({ status: 304 })
    expect(await storedOf(id)).toEqual([])
    await owner.client.call(renameEnvironment, {
      params: { id },
      body: { name: 'renamed' },
    })
    expect(await storedOf(id)).toEqual([])
    await set(id, 'A', { value: '3' })
    expect(await storedOf(id)).toEqual([{ names: '["A","B"]' }])
    await spoilVersions(app, id)
    expect(await list(id)).toEqual({ names: ['A', 'B'], version: 2 })
  })

  test('renaming and re-keying keep the stored names, and deletion removes them', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    await owner.client.call(renameEnvironment, { params: { id }, body: { name: 'renamed' } })
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    expect((await list(id, member)).names).toEqual(['A'])
    const before = await headOf(id)
    await owner.client.call(removeCollaborator, { params: { id: projectId, userId: member.userId } })
    const { names_hash, epoch } = await headOf(id)
    expect(epoch).toBe(before.epoch + 1)
    expect(names_hash).toEqual(before.names_hash)
    expect((await list(id)).names).toEqual(['A'])
    await expect(list(id, member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    expect(await storedOf(id)).toEqual([])
    await expect(list(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('names match their version, also during concurrent writes', async () => {
    const { id } = await seedEnvironment(owner, { KEY_01: 'x' })
    let isDone = false
    const writing = (async () => {
      for (let n = 2; n <= 20; n++) await create(id, `KEY_${String(n).padStart(2, '0')}`)
    })().finally(() => {
      isDone = true
    })
    while (!isDone)
      for (const { names, version } of await Promise.all([list(id), list(id), list(id)]))
        expect(names).toHaveLength(version)
    await writing
    expect((await list(id)).version).toBe(20)
  })

  test('reading names requires the vault, and a token with the permission', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const withToken = async (permission: 'read_schema' | 'read_variables') => ({
      client: app.as(await seedPersonalToken(owner, [permission])),
    })
    expect((await list(id, await withToken('read_schema'))).names).toEqual(['A'])
    await expect(list(id, await withToken('read_variables'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const locked = await addPerson(app)
    const own = await seedEnvironment(locked, { A: '1' })
    const { token } = locked
    await expect(list(own.id, { client: app.as({ token, masterPassword: 'wrong' }) })).rejects.toMatchObject({
      code: 'INVALID_MASTER_PASSWORD',
    })
    await expect(list(id, locked)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(list(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

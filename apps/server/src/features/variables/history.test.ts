import {
  createVariable,
  deleteVariable,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import {
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { trimVersions } from '../environments/version-size-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)

  const list = (
    id: number,
    query: { before?: number; limit?: number } = {},
    by: Pick<Person, 'client'> = owner,
  ) => by.client.call(listVersions, { params: { id }, query })
  const read = (id: number, version: number, by: Pick<Person, 'client'> = owner) =>
    by.client.call(readVersion, { params: { id, version } })
  const restore = (id: number, version: number, ifMatch?: number) =>
    owner.client.call(restoreVersion, { params: { id, version } }, ifMatch === undefined ? {} : { ifMatch })
  const set = (id: number, key: string, value: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(updateVariable, { params: { id, key }, body: { value } })

  test('an environment without versions has no history', async () => {
    const id = (await seedProject(owner, 'empty')).ids.empty
    expect(await list(id)).toEqual({ versions: [], whole_from: null, hasMore: false })
    await expect(read(id, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lists who changed which names, newest first, and never a value', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: 'secret' })
    const { token } = await seedPersonalToken(owner)
    await set(id, 'A', '2', { client: app.as({ token }) })
    await owner.client.call(createVariable, { params: { id }, body: { key: 'C', value: '3' } })
    await owner.client.call(deleteVariable, { params: { id, key: 'B' } })
    const history = await list(id)
    const me = { username: owner.username, token_name: null }
    expect(history.versions.map(({ created_at: _, ...version }) => version)).toEqual([
      { version: 4, author: me, added: [], changed: [], removed: ['B'] },
      { version: 3, author: me, added: ['C'], changed: [], removed: [] },
      { version: 2, author: { ...me, token_name: 'Laptop' }, added: [], changed: ['A'], removed: [] },
      { version: 1, author: me, added: ['A', 'B'], changed: [], removed: [] },
    ])
    expect(history.whole_from).toEqual({ version: 1, created_at: history.versions.at(-1)?.created_at })
    expect(JSON.stringify(history)).not.toContain('secret')
  })

  test('is paginated', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    for (const value of ['2', '3', '4', '5']) await set(id, 'A', value)
    const page = async (query: { before?: number; limit?: number }) => {
      const { versions, hasMore } = await list(id, query)
      return [versions.map(({ version }) => version), hasMore]
    }
    expect(await page({ limit: 2 })).toEqual([[5, 4], true])
    expect(await page({ limit: 2, before: 4 })).toEqual([[3, 2], true])
    expect(await page({ limit: 2, before: 2 })).toEqual([[1], false])
    expect(await page({ limit: 5 })).toEqual([[5, 4, 3, 2, 1], false])
    expect(await page({ before: 1 })).toEqual([[], false])
    expect(await page({ before: 9_007_199_254_740_991 })).toEqual([[5, 4, 3, 2, 1], false])
    for (const limit of [0, 201, 1.5])
      await expect(list(id, { limit })).rejects.toMatchObject({ status: 400 })
  })

  test('a page ends with the version whose names fill it', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const manyNames = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 1_900 }, (_, n) => [`${prefix}_OF_A_LONG_NAME_${n}`, '']))
    const replace = (variables: Record<string, string>) =>
      owner.client.call(writeVariables, { params: { id }, body: { mode: 'replace', variables } })
    await replace(manyNames('FIRST'))
    await replace(manyNames('SECOND'))
    await owner.client.call(createVariable, { params: { id }, body: { key: 'B', value: '1' } })
    const [newest, second, last] = [
      await list(id),
      await list(id, { before: 3 }),
      await list(id, { before: 2 }),
    ]
    const sizesOf = ({ versions }: Awaited<ReturnType<typeof list>>) =>
      versions.map(({ version, added }) => [version, added.length])
    expect([sizesOf(newest), newest.hasMore]).toEqual([[[4, 1]], true])
    expect([sizesOf(await list(id, { before: 4 })), second.hasMore]).toEqual([[[3, 1_900]], true])
    expect([sizesOf(second), sizesOf(last), last.hasMore]).toEqual([[[2, 1_900]], [[1, 1]], false])
    expect(newest.whole_from?.version).toBe(1)
  })

  test('each version opens unchanged, and reading one is recorded', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    await set(id, 'A', '2')
    const events = await eventsDuring(app, async () => {
      expect(await read(id, 1)).toMatchObject({
        version: 1,
        author: { username: owner.username, token_name: null },
        variables: { A: '1' },
      })
    })
    expect(events).toEqual(['variables_read'])
    for (const version of [3, 4_000_000_000, 9_007_199_254_740_991])
      await expect(read(id, version)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'This version does not exist, or is no longer stored.',
      })
    await expect(read(id, 0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(read(id, 1, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('restoring creates a new version', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    await set(id, 'A', 'changed')
    await owner.client.call(deleteVariable, { params: { id, key: 'B' } })
    const events = await eventsDuring(app, async () => {
      expect(await restore(id, 1)).toMatchObject({
        environment: { version: 4, variable_count: 2 },
        added: ['B'],
        changed: ['A'],
        removed: [],
      })
    })
    expect(events).toEqual(['variables_restored'])
    expect(await variablesOf(owner, id)).toEqual({ A: '1', B: '2' })
    expect((await read(id, 3)).variables).toEqual({ A: 'changed' })
    expect((await restore(id, 4)).environment.version).toBe(4)
    await expect(restore(id, 1, 3)).rejects.toMatchObject({ code: 'VERSION_MISMATCH' })
    for (const version of [5, 4_000_000_000])
      await expect(restore(id, version)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('drops the oldest versions of a history that is too large, never the newest few, and returns the oldest one left', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    for (const value of ['2', '3', '4', '5', '6']) await set(id, 'A', value)
    const sizes = await app.ctx.db
      .selectFrom('environment_versions')
      .select(['version', 'bytes', 'sealed'])
      .where('environment_id', '=', id)
      .execute()
    for (const { bytes, sealed } of sizes) expect(bytes).toBe(sealed.length)
    const trim = (excess: number, kept: number) =>
      inTransaction(app.ctx, (tx) =>
        trimVersions(tx.db, { id, version: 6, oldest_version: 1 }, { excess, kept }),
      )
    expect(await trim(0, 1)).toEqual({ oldest_version: 1, freed: 0 })
    expect((await list(id)).whole_from?.version).toBe(1)
    const one = (sizes[0]?.bytes ?? 0) + '["A"]'.length + '[][]'.length + 500
    expect(await trim(one + 1, 1)).toEqual({ oldest_version: 3, freed: 2 * one })
    expect((await list(id)).whole_from?.version).toBe(3)
    expect(await trim(9 * one, 3)).toEqual({ oldest_version: 4, freed: one })
    const { versions, whole_from } = await list(id)
    expect(versions.map(({ version }) => version)).toEqual([6, 5, 4])
    expect(whole_from?.version).toBe(4)
    await expect(read(id, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(restore(id, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await read(id, 4)).variables).toEqual({ A: '4' })
    expect(await variablesOf(owner, id)).toEqual({ A: '6' })
  })

  test('names need permission to see names, values need permission to read', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const { token } = await seedPersonalToken(owner, ['read_schema'])
    const client = app.as({ token })
    expect((await list(id, {}, { client })).versions).toHaveLength(1)
    await expect(read(id, 1, { client })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list(id, {}, { client: app.as({ token: owner.token }) })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    await expect(list(id, {}, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

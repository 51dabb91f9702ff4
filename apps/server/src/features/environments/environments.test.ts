import {
  countVariables,
  createEnvironment,
  deleteEnvironment,
  listAccessibleEnvironments,
  listEnvironments,
  renameEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
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
import { insertEnvironment } from './environment-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)

  const create = (projectId: number, name: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(createEnvironment, { params: { projectId }, body: { name } })
  const rename = (id: number, name: string, by: Person = owner) =>
    by.client.call(renameEnvironment, { params: { id }, body: { name } })
  const list = async (projectId: number) =>
    (await owner.client.call(listEnvironments, { params: { projectId } })).environments

  test('limits environments per project', async () => {
    const { project } = await seedProject(owner)
    const projectId = project.id
    const names = Array.from({ length: limits.projectEnvironments - 1 }, (_, index) => `e${index}`)
    await inTransaction(app.ctx, async (tx) => {
      for (const name of names) await insertEnvironment(tx, { projectId, name })
    })
    // Creating the last one must not need keys of environments that were made without any.
    await expect(create(projectId, 'last')).resolves.toBeTruthy()
    await expect(create(projectId, 'more')).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    expect(await list(projectId)).toHaveLength(limits.projectEnvironments)
  })

  test('a new environment is empty, at version 0', async () => {
    const { project } = await seedProject(owner)
    const { environment } = await create(project.id, 'Staging-1_a')
    expect(environment).toMatchObject({
      project_id: project.id,
      name: 'Staging-1_a',
      version: 0,
      variable_count: 0,
      rekey_pending: false,
    })
    const read = await owner.client.ask(readVariables, { params: { id: environment.id } })
    expect(read.output).toEqual({ environment, variables: {}, details: {}, version: 0 })
    expect(read.headers.get('etag')).toBe('"0"')
    await create(project.id, 'a-second')
    expect((await list(project.id)).map(({ name }) => name)).toEqual(['Staging-1_a', 'a-second'])
  })

  test.each(['', 'white space', 'ü', 'a/b', 'a\0', 'x'.repeat(51)])('rejects the name %j', async (name) => {
    const { project } = await seedProject(owner)
    await expect(create(project.id, name)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining([expect.objectContaining({ path: 'name' })]),
    })
  })

  test('names are unique in a project, in any spelling', async () => {
    const { project, environments } = await seedProject(owner, 'Production', 'staging')
    const taken = {
      code: 'CONFLICT',
      status: 409,
      message: 'An environment with this name already exists in this project',
      details: [{ path: 'name' }],
    }
    await expect(create(project.id, 'PRODUCTION')).rejects.toMatchObject(taken)
    await expect(rename(environments[1]?.id ?? 0, 'production')).rejects.toMatchObject(taken)
    const spelled = await rename(environments[0]?.id ?? 0, 'production')
    expect(spelled.environment.name).toBe('production')
    const elsewhere = await seedProject(owner, 'production')
    expect(elsewhere.environments).toHaveLength(1)
    const both = await Promise.allSettled([create(project.id, 'new'), create(project.id, 'NEW')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a rejected creation leaves nothing behind, not even an event', async () => {
    const { project } = await seedProject(owner, 'only')
    const left = await eventsDuring(app, () => create(project.id, 'Only').catch(() => {}))
    expect(left).toEqual([])
    expect(await list(project.id)).toHaveLength(1)
  })

  test('renaming keeps the contents', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const { environment } = await rename(id, 'renamed')
    expect(environment).toMatchObject({ id, name: 'renamed', version: 1, variable_count: 1 })
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
  })

  test('deleting removes versions, keys and grants', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const elsewhere = await seedProject(owner, 'elsewhere')
    const through = (project: number) =>
      owner.client.call(deleteEnvironment, { params: { projectId: project, envId: id } })
    await expect(through(elsewhere.project.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await through(projectId)).toEqual({ message: 'Environment deleted successfully!' })
    await expect(through(projectId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Environment not found',
    })
    for (const table of [
      'environment_names',
      'environment_versions',
      'environment_epochs',
      'grants',
    ] as const)
      expect(
        await app.ctx.db
          .selectFrom(table)
          .select('environment_id')
          .where('environment_id', '=', id)
          .execute(),
      ).toEqual([])
    expect((await create(projectId, 'production')).environment).toMatchObject({ version: 0 })
  })

  test('counts the variables of the caller’s environments only', async () => {
    const mine = await seedEnvironment(owner, { A: '1', B: '2' })
    const empty = (await seedProject(owner, 'empty')).ids.empty
    const counts = (by: Person, environmentIds: number[]) =>
      by.client.call(countVariables, { body: { environmentIds } })
    expect(await counts(owner, [mine.id, empty, 999_999])).toEqual({ counts: { [mine.id]: 2, [empty]: 0 } })
    expect(await counts(owner, [])).toEqual({ counts: {} })
    expect(await counts(other, [mine.id])).toEqual({ counts: {} })
  })

  test('lists the environments of all projects of the caller only, the newest project first', async () => {
    const older = await seedEnvironment(owner, { A: '1' })
    const newer = await seedProject(owner, 'staging', 'production')
    const list = async (by: Person) => (await by.client.call(listAccessibleEnvironments, {})).environments
    const mine = (await list(owner)).slice(0, 3)
    expect(mine.map(({ project_id, name }) => [project_id, name])).toEqual([
      [newer.project.id, 'staging'],
      [newer.project.id, 'production'],
      [older.projectId, 'production'],
    ])
    expect(mine[2]).toMatchObject({ id: older.id, variable_count: 1, version: 1, protected: false })
    const seen = new Set((await list(other)).map(({ id }) => id))
    expect(mine.filter(({ id }) => seen.has(id))).toEqual([])
  })

  test('an environment of another user is not found', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const notFound = { code: 'NOT_FOUND' }
    await expect(create(projectId, 'planted', other)).rejects.toMatchObject(notFound)
    await expect(rename(id, 'planted', other)).rejects.toMatchObject(notFound)
    await expect(
      other.client.call(deleteEnvironment, { params: { projectId, envId: id } }),
    ).rejects.toMatchObject(notFound)
    await expect(other.client.call(listEnvironments, { params: { projectId } })).rejects.toMatchObject(
      notFound,
    )
    await expect(
      other.client.call(createVariable, { params: { id }, body: { key: 'A', value: '1' } }),
    ).rejects.toMatchObject(notFound)
  })

  test('renaming and deleting need no vault, creating does', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const locked = { client: owner.lockedClient }
    await expect(create(projectId, 'x', locked)).rejects.toMatchObject({ code: 'MASTER_PASSWORD_REQUIRED' })
    await rename(id, 'unlocked', { ...owner, ...locked })
    await locked.client.call(deleteEnvironment, { params: { projectId, envId: id } })
  })

  test('a token and an environment created at the same time get access to each other', async () => {
    const { project } = await owner.client.call(createProject, { body: { name: 'Busy' } })
    for (let round = 0; round < 5; round++) {
      const [{ environment }, { token }] = await Promise.all([
        create(project.id, `round-${round}`),
        seedPersonalToken(owner),
      ])
      expect(await variablesOf({ client: app.as({ token }) }, environment.id)).toEqual({})
    }
  })
})

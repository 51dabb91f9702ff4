import { createApiKey } from '@envhold/contract/api-keys.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  updateProject,
} from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { seedEnvironment, seedProject } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { sweepProjects } from './sweep-projects.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)
  const other = withPerson(app)

  const create = (by: Person, name: string, description?: string | null) =>
    by.client.call(createProject, { body: { name, ...(description !== undefined && { description }) } })
  const read = (by: Person, id: number) => by.client.call(readProject, { params: { id } })

  test('a new project is empty and belongs to its creator', async () => {
    const { project } = await create(operator, '  Trimmed ✓ ', ' What it is for ')
    expect(project).toMatchObject({
      name: 'Trimmed ✓',
      description: 'What it is for',
      user_role: 'owner',
      owner: operator.userId,
      owner_username: operator.username,
      environment_count: 0,
      variable_count: 0,
      collaborator_count: 0,
    })
    expect((await read(operator, project.id)).project).toEqual(project)
  })

  test('counts what a project contains, and lists the newest first', async () => {
    const { project, environments } = await seedProject(operator, 'one', 'two')
    for (const { id } of environments)
      await operator.client.call(writeVariables, {
        params: { id },
        body: { variables: { A: '1', B: '2', c: '' }, mode: 'merge' },
      })
    const { projects } = await operator.client.call(listProjects, {})
    expect(projects[0]).toMatchObject({ id: project.id, environment_count: 2, variable_count: 6 })
    const ids = projects.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('changes the given fields and keeps the others', async () => {
    const { project } = await create(operator, 'Before', 'stays')
    const params = { id: project.id }
    const change = (body: { name?: string; description?: string | null }) =>
      operator.client.call(updateProject, { params, body })
    const renamed = await change({ name: 'After' })
    expect(renamed.project).toMatchObject({ name: 'After', description: 'stays' })
    expect((await change({ description: null })).project).toMatchObject({ name: 'After', description: null })
    expect((await change({})).project).toMatchObject({ name: 'After', description: null })
  })

  test.each([
    ['no name', { name: '   ' }, 'name', 'Project name is required'],
    ['a name with NUL', { name: 'a\0b' }, 'name', 'Must not hold NUL or broken Unicode'],
    [
      'a lone surrogate',
      { name: 'ok', description: 'a\ud800' },
      'description',
      'Must not hold NUL or broken Unicode',
    ],
    ['too long a name', { name: 'x'.repeat(101) }, 'name', expect.anything()],
    [
      'too long a description',
      { name: 'x', description: 'x'.repeat(1_001) },
      'description',
      expect.anything(),
    ],
  ])('rejects %s', async (_, body, path, message) => {
    const rejection = { code: 'VALIDATION_FAILED', details: [{ path, message }] }
    await expect(operator.client.call(createProject, { body })).rejects.toMatchObject(rejection)
  })

  test('the free plan allows one project, also for concurrent requests', async () => {
    const tries = await Promise.allSettled([1, 2, 3].map((n) => create(other, `Mine ${n}`)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'LIMIT_REACHED',
          message: 'The Free plan allows 1 project. Upgrade to add more.',
        })
    const { limitStatus } = await other.client.call(readSubscriptionStatus, {})
    expect(limitStatus.projects).toMatchObject({ current: 1, max: 1, atLimit: true })
    const [mine] = (await other.client.call(listProjects, {})).projects
    const leftNothing = await eventsDuring(app, () => create(other, 'One too many').catch(() => {}))
    expect(leftNothing).toEqual([])
    await other.client.call(deleteProject, { params: { id: mine?.id ?? 0 } })
    await create(other, 'Room again')
  })

  test('creating one requires an unlocked vault and the right password', async () => {
    const body = { name: 'Locked' }
    const without = app.as({ token: operator.token })
    await expect(without.call(createProject, { body })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
      message: 'Master password required',
    })
    const wrong = app.as({ token: operator.token, masterPassword: 'wrong' })
    await expect(wrong.call(createProject, { body })).rejects.toMatchObject({
      code: 'INVALID_MASTER_PASSWORD',
      message: 'Invalid master password',
    })
  })

  test('a project of another user is not found', async () => {
    const { project } = await create(operator, 'Private')
    const params = { id: project.id }
    const notFound = { code: 'NOT_FOUND', message: 'Project not found' }
    await expect(read(other, project.id)).rejects.toMatchObject(notFound)
    await expect(other.client.call(updateProject, { params, body: { name: 'x' } })).rejects.toMatchObject(
      notFound,
    )
    await expect(other.client.call(deleteProject, { params })).rejects.toMatchObject(notFound)
    const { projects } = await other.client.call(listProjects, {})
    expect(projects.map(({ id }) => id)).not.toContain(project.id)
    await expect(read(operator, 999_999)).rejects.toMatchObject(notFound)
  })

  test('a deleted project disappears at once, and permanently after 7 days', async () => {
    const { projectId, id } = await seedEnvironment(operator)
    await operator.client.call(deleteProject, { params: { id: projectId } })
    await expect(read(operator, projectId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      operator.client.call(writeVariables, { params: { id }, body: { variables: {}, mode: 'replace' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      operator.client.call(createApiKey, {
        params: { id: projectId },
        body: { name: 'k', permissions: ['read_variables', 'variables.api_inject'] },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const storedRows = () =>
      app.ctx.db
        .selectFrom('environment_versions')
        .select('version')
        .where('environment_id', '=', id)
        .execute()
    const after = (ms: number) => sweepProjects({ db: app.ctx.db, clock: () => app.ctx.clock() + ms })
    await after(7 * day - 60_000)
    expect(await storedRows()).toHaveLength(1)
    await after(7 * day + 60_000)
    expect(await storedRows()).toHaveLength(0)
  })

  test('records each change in its own words', async () => {
    let id = 0
    const events = await eventsDuring(app, async () => {
      id = (await create(operator, 'Told')).project.id
      await operator.client.call(updateProject, { params: { id }, body: { name: 'Told again' } })
      await operator.client.call(deleteProject, { params: { id } })
    })
    expect(events.filter((type) => type.startsWith('project_'))).toEqual([
      'project_created',
      'project_updated',
      'project_deleted',
    ])
    const rows = (await activityOf(app)).filter(({ project_id }) => project_id === id)
    expect(rows.map(({ description }) => description)).toEqual([
      'Created the project "Told"',
      'Changed the project "Told again"',
      'Deleted the project "Told again"',
    ])
    for (const row of rows) expect(row).toMatchObject({ user_id: operator.userId, ip: '127.0.0.1' })
  })
})

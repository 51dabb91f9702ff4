import { listDeletedProjects, restoreDeletedProject } from '@envhold/contract/archive/archive.ts'
import * as contract from '@envhold/contract/operator/projects.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
} from '@envhold/contract/projects/projects.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { putInArchive } from '../../../../../dev/world/put-in-archive.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import { signInAs } from '../../../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { assignRole, writeRole } from '../../../../../dev/world/write-role.ts'
import { sweepProjects } from '../projects/sweep-projects.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app)
  })

  const seedDeleted = async () => {
    const owner = await addPerson(app)
    const { projectId, id } = await seedEnvironment(owner)
    const { apiKey } = await seedApiKey(owner, projectId)
    const collaborator = await addPerson(app)
    await shareProject(app, owner, projectId, collaborator, { environments: [id] })
    await owner.client.call(deleteProject, { params: { id: projectId } })
    return { owner, collaborator, projectId, apiKey }
  }
  const statusOfKey = async (apiKey: string, projectId: number, url = app.url) =>
    (await fetch(`${url}/api/v1/inject/${projectId}/production`, { headers: headersOf({ apiKey }) })).status
  const restore = (person: Person, id: number) =>
    person.client.call(restoreDeletedProject, { params: { id } })
  const restoreFor = (person: Person, id: number) =>
    person.client.call(contract.restoreUserProject, { params: { id }, body: { reason: 'You asked us' } })
  const missing = { status: 404 }

  test('the owner restores a deleted project, with its members and its keys', async () => {
    const { owner, collaborator, projectId: id, apiKey } = await seedDeleted()
    expect(await statusOfKey(apiKey, id)).toBe(404)
    const { deletedProjects } = await owner.client.call(listDeletedProjects, {})
    expect(deletedProjects).toMatchObject([{ id }])
    const [{ deletedAt, erasedAt } = { deletedAt: '', erasedAt: '' }] = deletedProjects
    expect(Date.parse(erasedAt) - Date.parse(deletedAt)).toBe(7 * day)
    await expect(restore(collaborator, id)).rejects.toMatchObject(missing)
    const outcomes = await Promise.allSettled([restore(owner, id), restore(owner, id)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await owner.client.call(listDeletedProjects, {})).toEqual({ deletedProjects: [] })
    expect(await collaborator.client.call(readProject, { params: { id } })).toMatchObject({ project: { id } })
    expect(await statusOfKey(apiKey, id)).toBe(200)
    expect(await statusOfKey(apiKey, id, node.url)).toBe(200)
    const mails = (await mailsOf(app)).filter(({ to }) => to === collaborator.email)
    expect(mails.map(({ template }) => template).filter((name) => name.startsWith('shared-'))).toEqual([
      'shared-projects-deleted',
      'shared-access-restored',
    ])
  })

  test('not without room in the plan, not an archived one, and not after 7 days', async () => {
    const { owner, projectId: id } = await seedDeleted()
    const { project } = await owner.client.call(createProject, { body: { name: 'Instead' } })
    await expect(restore(owner, id)).rejects.toMatchObject({ status: 403, code: 'LIMIT_REACHED' })
    await expect(restoreFor(operator, id)).rejects.toMatchObject({ status: 409 })
    expect((await owner.client.call(listProjects, {})).projects).toHaveLength(1)
    await putInArchive(app, owner, project.id)
    await expect(restore(owner, project.id)).rejects.toMatchObject(missing)
    await expect(restoreFor(operator, project.id)).rejects.toMatchObject(missing)
    app.advance(7 * day - 60_000)
    operator = { ...operator, client: await signInAs(app, operator) }
    const again = { ...owner, client: await signInAs(app, owner) }
    expect((await again.client.call(listDeletedProjects, {})).deletedProjects).toHaveLength(1)
    await sweepProjects(app.ctx)
    app.advance(120_000)
    expect(await again.client.call(listDeletedProjects, {})).toEqual({ deletedProjects: [] })
    await expect(restore(again, id)).rejects.toMatchObject(missing)
    await expect(restoreFor(operator, id)).rejects.toMatchObject(missing)
  })

  test('an operator sees every project, and restores one: the owner is told why', async () => {
    const { owner, projectId: id, apiKey } = await seedDeleted()
    const query = { search: owner.username.slice(0, 12).toUpperCase() }
    const list = async (state?: (typeof contract.projectStates)[number]) =>
      (await operator.client.call(contract.listEveryProject, { query: { ...query, state } })).projects
    expect(await list()).toMatchObject([
      {
        id,
        owner: { id: owner.userId, username: owner.username },
        state: 'deleted',
        collaborators: 1,
        api_keys: 1,
        last_activity_at: expect.any(String),
        available_until: expect.any(String),
      },
    ])
    expect(await list('live')).toEqual([])
    expect(await restoreFor(operator, id)).toEqual({ message: 'The project was restored.' })
    await expect(restoreFor(operator, id)).rejects.toMatchObject(missing)
    expect(await list('live')).toMatchObject([{ id, removed_at: null, available_until: null }])
    expect(await statusOfKey(apiKey, id)).toBe(200)
    expect((await owner.client.call(listOwnOperatorActs, {})).acts).toMatchObject([
      { act: 'restore_project', reason: 'You asked us' },
    ])
    const mails = (await mailsOf(app)).filter(({ to }) => to === owner.email)
    expect(mails.map(({ template }) => template)).toContain('project-restored-by-operator')
    await putInArchive(app, owner, id)
    expect(await list('archived')).toMatchObject([{ id, state: 'archived' }])
    expect(await list('deleted')).toEqual([])
  })

  test('reading needs admin.stats, restoring admin.cleanup', async () => {
    const { projectId: id } = await seedDeleted()
    const reader = await addPerson(app)
    await writeRole(app, 'PROJECT_READER', ['user.read', 'admin.stats'])
    await assignRole(app, reader.userId, 'PROJECT_READER')
    expect(
      (await reader.client.call(contract.listEveryProject, { query: {} })).projects.length,
    ).toBeGreaterThan(0)
    await expect(restoreFor(reader, id)).rejects.toMatchObject({ status: 403 })
    const customer = await addPerson(app)
    await expect(customer.client.call(contract.listEveryProject, { query: {} })).rejects.toMatchObject({
      status: 403,
    })
    await expect(restoreFor(customer, id)).rejects.toMatchObject({ status: 403 })
  })

  test('a project that was given to another owner from outside is rejected', async () => {
    const { owner, projectId: id } = await seedDeleted()
    await app.ctx.db
      .updateTable('projects')
      .set({ owner_id: owner.userId + 1 })
      .where('id', '=', id)
      .execute()
    // A row that was changed from outside is rejected.
    await expect(restoreFor(operator, id)).rejects.toMatchObject({ status: 500 })
    await app.ctx.db.deleteFrom('projects').where('id', '=', id).execute()
  })
})

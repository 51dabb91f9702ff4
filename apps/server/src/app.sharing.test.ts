// Who may do what with a shared project: every endpoint about projects, as the owner and every other kind of caller.

import type { Client } from '@envhold/client/client.ts'
import { countVariables, listAccessibleEnvironments } from '@envhold/contract/environments/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { type ProjectWorld, projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { projectInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import { seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
import { invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { withApp } from '../../../dev/world/with-app.ts'

const columns = [
  'the owner',
  'a writer',
  'a reader',
  'a writer of another environment',
  'a writer’s token',
  'somebody invited',
  'a stranger',
] as const
type Column = (typeof columns)[number]
type Statuses = readonly [number, number, number, number, number, number, number]

interface World extends ProjectWorld {
  /** Shared with the writer of another environment alone. All other members share the first. */
  readonly stagingId: number
  readonly people: Readonly<Record<Exclude<Column, 'a writer’s token'>, Person>>
}

const everyone: Statuses = [200, 200, 200, 200, 200, 200, 200]
const reading: Statuses = [200, 200, 200, 404, 200, 404, 404]
const writing = (status: number): Statuses => [status, status, 403, 404, status, 404, 404]
const owning = (status: number): Statuses => [status, 403, 403, 404, 403, 404, 404]
const readingProject: Statuses = [200, 200, 200, 200, 200, 404, 404]
const owningProject = (status: number): Statuses => [status, 403, 403, 403, 403, 404, 404]

const rows: Readonly<Record<string, Statuses>> = {
  listProjects: everyone,
  readProject: readingProject,
  updateProject: owningProject(200),
  deleteProject: owningProject(200),
  listCollaborators: readingProject,
  listSharedWith: everyone,
  listProjectPeople: everyone,
  awaitAccess: [200, 200, 200, 200, 403, 200, 200],
  returnEnvironments: [200, 200, 200, 200, 403, 404, 404],
  readProjectTransfer: [200, 200, 200, 200, 403, 404, 404],
  // The collaborator of the sample does not have every environment.
  offerProjectTransfer: [409, 403, 403, 403, 403, 404, 404],
  endProjectTransfer: [404, 404, 404, 404, 403, 404, 404],
  acceptProjectTransfer: [404, 404, 404, 404, 403, 404, 404],
  inviteCollaborator: owningProject(201),
  updateCollaborator: owningProject(200),
  removeCollaborator: owningProject(200),
  updateInvitation: owningProject(200),
  cancelInvitation: owningProject(200),
  listInvitations: everyone,
  listEnvironments: readingProject,
  listAccessibleEnvironments: everyone,
  createEnvironment: owningProject(201),
  renameEnvironment: owning(200),
  updateEnvironment: owning(200),
  deleteEnvironment: owning(200),
  countVariables: everyone,
  listFormerNames: reading,
  endFormerName: owning(200),
  awaitVersion: reading,
  readVariables: reading,
  readVariablesByName: reading,
  createVariable: writing(201),
  updateVariable: writing(200),
  deleteVariable: writing(200),
  writeVariables: writing(200),
  importVariables: writing(200),
  downloadEnvironment: reading,
  // Only the owner sees both.
  compareEnvironments: [200, 404, 404, 404, 404, 404, 404],
  listVariableNames: reading,
  findVariables: everyone,
  findSameValues: everyone,
  listVersions: reading,
  readVersion: reading,
  restoreVersion: writing(200),
  listApiKeys: owningProject(200),
  createApiKey: owningProject(201),
  updateApiKey: owningProject(200),
  deleteApiKey: owningProject(200),
  readApiKeyUsage: owningProject(200),
  readApiKeyCalls: owningProject(200),
  listProjectActivity: readingProject,
  listProjectActivityLines: readingProject,
  exportProjectActivity: readingProject,
  downloadProjectLog: owningProject(200),
}

/** Calls that name another environment than the samples do, or name it otherwise. */
const ownInputs: Readonly<Record<string, (world: World) => object>> = {
  readVariablesByName: (w) => ({ query: { project_id: w.projectId, environment_id: w.environmentId } }),
  compareEnvironments: (w) => ({
    params: { projectId: w.projectId },
    query: { left: w.environmentId, right: w.stagingId },
  }),
}

/** Not about an existing project, or decided by something other than the caller; covered in other tests. */
const elsewhere = [
  'createProject',
  'openInvitation',
  'acceptInvitation',
  'declineInvitation',
  'listApiKeyPermissions',
]
const aboutProjects = everyEndpoint.filter(
  ({ name, path }) => /^\/(env|projects)\//.test(path) && !elsewhere.includes(name),
)

test('every endpoint about projects has a row', () => {
  expect(Object.keys(rows).sort()).toEqual(aboutProjects.map(({ name }) => name).sort())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  let token: Client
  beforeAll(async () => {
    const owner = await addPerson(app)
    const { project: shop, ids } = await seedProject(owner, 'production', 'staging')
    const { production, staging } = ids
    const write = (id: number, variables: Record<string, string>) =>
      owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
    await write(production, { HELLO: 'world' })
    await write(staging, { ONE: '1', TWO: '2' })
    const member = async (role: 'read' | 'write', ...shared: readonly number[]) => {
      const person = await addPerson(app)
      await shareProject(app, owner, shop.id, person, { role, environments: shared })
      return person
    }
    const invited = await addPerson(app)
    await markEmailVerified(app, invited)
    await invite(app, owner, shop.id, invited.email, { environments: [production] })
    const writer = await member('write', production)
    world = {
      ...projectWorld(app, owner, { projectId: shop.id, id: production }),
      stagingId: staging,
      people: {
        'the owner': owner,
        'a writer': writer,
        'a reader': await member('read', production),
        'a writer of another environment': await member('write', staging),
        'somebody invited': invited,
        'a stranger': await addPerson(app),
      },
    }
    token = app.as(await seedPersonalToken(writer))
  })

  const clientOf = (column: Column): Client =>
    column === 'a writer’s token' ? token : world.people[column].client

  /** Only the owner may delete, so only the owner is given something to delete. */
  const inputFor = (name: string, column: Column) => {
    const { projectId, environmentId } = world
    const shared = { newProject: async () => projectId, newEnvironment: async () => environmentId }
    const columnWorld = column === 'the owner' ? world : { ...world, ...shared }
    return ownInputs[name]?.(columnWorld) ?? projectInput(name, columnWorld)
  }

  test('each counts and lists what they see', async () => {
    const { environmentId: production, stagingId: staging, projectId } = world
    const seen = async (column: Column) => {
      const client = clientOf(column)
      const body = { environmentIds: [production, staging] }
      const { counts } = await client.call(countVariables, { body })
      const { projects } = await client.call(listProjects, {})
      const listed = projects.find(({ id }) => id === projectId)
      const { environments } = await client.call(listAccessibleEnvironments, {})
      const ids = environments.filter(({ project_id }) => project_id === projectId).map(({ id }) => id)
      expect(ids.map(String).toSorted()).toEqual(Object.keys(counts).toSorted())
      return [counts, listed?.environment_count, listed?.variable_count, listed?.user_role]
    }
    const ofProduction = { [production]: 1 }
    const ofStaging = { [staging]: 2 }
    expect(await seen('the owner')).toEqual([{ ...ofProduction, ...ofStaging }, 2, 3, 'owner'])
    expect(await seen('a writer')).toEqual([ofProduction, 1, 1, 'write'])
    expect(await seen('a writer’s token')).toEqual([ofProduction, 1, 1, 'write'])
    expect(await seen('a reader')).toEqual([ofProduction, 1, 1, 'read'])
    expect(await seen('a writer of another environment')).toEqual([ofStaging, 1, 2, 'write'])
    for (const column of ['somebody invited', 'a stranger'] as const)
      expect(await seen(column)).toEqual([{}, undefined, undefined, undefined])
  })

  test.each(aboutProjects.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const seen: Partial<Record<Column, number>> = {}
      for (const column of columns.toReversed())
        seen[column] = await statusOf(clientOf(column), endpoint, await inputFor(name, column))
      const expected = rows[name] ?? []
      expect(seen).toEqual(Object.fromEntries(columns.map((column, index) => [column, expected[index]])))
    },
  )
})

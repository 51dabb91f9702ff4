// Who may do what with a shared project: every endpoint about projects, as the owner and every other kind of caller.

import type { Client } from '@envhold/client/client.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators.ts'
import {
  countVariables,
  createEnvironment,
  listAccessibleEnvironments,
} from '@envhold/contract/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { listProjects } from '@envhold/contract/projects.ts'
import { createVariable, writeVariables } from '@envhold/contract/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
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

interface World {
  readonly owner: Person
  readonly projectId: number
  /** Shared with everyone but the writer of another environment, who shares the other. */
  readonly production: number
  readonly staging: number
  readonly people: Readonly<Record<Exclude<Column, 'a writer’s token'>, Person>>
  /** Shares the project, to be changed and removed. */
  readonly extra: Person
}

interface Row {
  readonly expected: Statuses
  /** Requested again for each caller. */
  readonly input?: (world: World, column: Column) => object | Promise<object>
}

const everyone: Statuses = [200, 200, 200, 200, 200, 200, 200]
const reading: Statuses = [200, 200, 200, 404, 200, 404, 404]
const writing = (status: number): Statuses => [status, status, 403, 404, status, 404, 404]
const owning = (status: number): Statuses => [status, 403, 403, 404, 403, 404, 404]
const readingProject: Statuses = [200, 200, 200, 200, 200, 404, 404]
const owningProject = (status: number): Statuses => [status, 403, 403, 403, 403, 404, 404]

let made = 0
const unique = (name: string) => `${name}${++made}`

const project = (w: World) => ({ params: { id: w.projectId } })
const inProject = (w: World) => ({ params: { projectId: w.projectId } })
const environment = (w: World) => ({ params: { id: w.production } })
const newKey = async (w: World) => ({
  params: { id: w.projectId, keyId: (await seedApiKey(w.owner, w.projectId)).id },
})
const newInvitation = async (w: World, column: Column) => {
  const email = `${unique('guest')}@example.com`
  const body = { email, role: 'read' as const, environments: [w.production] }
  if (column === 'the owner') await w.owner.client.call(inviteCollaborator, { ...project(w), body })
  return { ...project(w), body: { email } }
}
const newVariable = async (w: World) => {
  const key = unique('GONE_')
  await w.owner.client.call(createVariable, { ...environment(w), body: { key, value: '1' } })
  return { params: { id: w.production, key } }
}

const rows: Readonly<Record<string, Row>> = {
  listProjects: { expected: everyone },
  readProject: { expected: readingProject, input: project },
  updateProject: {
    expected: owningProject(200),
    input: (w) => ({ ...project(w), body: { name: 'Renamed' } }),
  },
  deleteProject: {
    expected: owningProject(200),
    input: async (w, column) =>
      column === 'the owner' ? { params: { id: (await seedProject(w.owner)).project.id } } : project(w),
  },
  listCollaborators: { expected: readingProject, input: project },
  returnEnvironments: { expected: [200, 200, 200, 200, 403, 404, 404], input: project },
  inviteCollaborator: {
    expected: owningProject(201),
    input: (w) => ({
      ...project(w),
      body: { email: `${unique('guest')}@example.com`, role: 'read', environments: [w.production] },
    }),
  },
  updateCollaborator: {
    expected: owningProject(200),
    input: (w) => ({ params: { id: w.projectId, userId: w.extra.userId }, body: { role: 'read' } }),
  },
  removeCollaborator: {
    expected: owningProject(200),
    // In reverse order, so that callers who may not remove the extra collaborator are tested while there is one.
    input: (w) => ({ params: { id: w.projectId, userId: w.extra.userId } }),
  },
  updateInvitation: { expected: owningProject(200), input: newInvitation },
  cancelInvitation: { expected: owningProject(200), input: newInvitation },
  listInvitations: { expected: everyone },
  listEnvironments: { expected: readingProject, input: inProject },
  listAccessibleEnvironments: { expected: everyone },
  createEnvironment: {
    expected: owningProject(201),
    input: (w) => ({ ...inProject(w), body: { name: unique('made-') } }),
  },
  renameEnvironment: {
    expected: owning(200),
    input: (w) => ({ ...environment(w), body: { name: 'production' } }),
  },
  updateEnvironment: {
    expected: owning(200),
    input: (w) => ({ ...environment(w), body: { color: 'sky' } }),
  },
  deleteEnvironment: {
    expected: owning(200),
    input: async (w, column) => {
      const params = { projectId: w.projectId }
      if (column !== 'the owner') return { params: { ...params, envId: w.production } }
      const body = { name: unique('gone-') }
      const created = await w.owner.client.call(createEnvironment, { params, body })
      return { params: { ...params, envId: created.environment.id } }
    },
  },
  countVariables: {
    expected: everyone,
    input: (w) => ({ body: { environmentIds: [w.production, w.staging] } }),
  },
  awaitVersion: { expected: reading, input: (w) => ({ ...environment(w), query: { after: 0, wait: 0 } }) },
  readVariables: { expected: reading, input: environment },
  readVariablesByName: {
    expected: reading,
    input: (w) => ({ query: { project_id: w.projectId, environment_id: w.production } }),
  },
  createVariable: {
    expected: writing(201),
    input: (w) => ({ ...environment(w), body: { key: unique('MADE_'), value: '1' } }),
  },
  updateVariable: {
    expected: writing(200),
    input: (w) => ({ params: { id: w.production, key: 'HELLO' }, body: { value: unique('value ') } }),
  },
  deleteVariable: { expected: writing(200), input: newVariable },
  writeVariables: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { variables: { WRITTEN: unique('x') }, mode: 'merge' } }),
  },
  importVariables: {
    expected: writing(200),
    input: (w) => ({ ...environment(w), body: { dotenv: `IMPORTED=${unique('x')}`, mode: 'merge' } }),
  },
  downloadEnvironment: { expected: reading, input: environment },
  compareEnvironments: {
    // Only the owner sees both.
    expected: [200, 404, 404, 404, 404, 404, 404],
    input: (w) => ({ ...inProject(w), query: { left: w.production, right: w.staging } }),
  },
  listVariableNames: { expected: reading, input: environment },
  listVersions: { expected: reading, input: environment },
  readVersion: { expected: reading, input: (w) => ({ params: { id: w.production, version: 1 } }) },
  restoreVersion: { expected: writing(200), input: (w) => ({ params: { id: w.production, version: 1 } }) },
  listApiKeys: { expected: owningProject(200), input: project },
  createApiKey: {
    expected: owningProject(201),
    input: (w) => ({
      ...project(w),
      body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
    }),
  },
  updateApiKey: {
    expected: owningProject(200),
    input: async (w) => ({ ...(await newKey(w)), body: { environment_access: null } }),
  },
  deleteApiKey: { expected: owningProject(200), input: newKey },
  readApiKeyUsage: { expected: owningProject(200), input: newKey },
  listProjectActivity: { expected: readingProject, input: project },
  exportProjectActivity: {
    expected: readingProject,
    input: (w) => ({ ...project(w), query: { format: 'json' } }),
  },
  downloadProjectLog: { expected: owningProject(200), input: project },
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
      owner,
      projectId: shop.id,
      production,
      staging,
      people: {
        'the owner': owner,
        'a writer': writer,
        'a reader': await member('read', production),
        'a writer of another environment': await member('write', staging),
        'somebody invited': invited,
        'a stranger': await addPerson(app),
      },
      extra: await member('read', production),
    }
    token = app.as(await seedPersonalToken(writer))
  })

  const clientOf = (column: Column): Client =>
    column === 'a writer’s token' ? token : world.people[column].client

  test('each counts and lists what they see', async () => {
    const { production, staging, projectId } = world
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
      const statusFor = async (column: Column): Promise<number> => {
        const input = (await rows[name]?.input?.(world, column)) ?? {}
        return statusOf(clientOf(column), endpoint, input)
      }
      const seen: Partial<Record<Column, number>> = {}
      for (const column of columns.toReversed()) seen[column] = await statusFor(column)
      const expected = rows[name]?.expected ?? []
      expect(seen).toEqual(Object.fromEntries(columns.map((column, index) => [column, expected[index]])))
    },
  )
})

// What may be done in an owner's projects: every endpoint about a project, as six callers, in every standing of its
// owner. An endpoint without a row fails.

import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import { inviteCollaborator, updateCollaborator } from '@envhold/contract/collaborators.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { createVariable } from '@envhold/contract/variables.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { insertPerson } from '../../../dev/world/insert-person.ts'
import { pay, setSuspended, stopPaying } from '../../../dev/world/lapse.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { inTransaction } from './db/transaction.ts'
import { environmentsText, insertMembership } from './features/projects/membership-store.ts'
import { insertProject } from './features/projects/project-store.ts'
import type { Standing } from './features/projects/rights.ts'

const callers = [
  'the owner',
  'a token of the owner',
  'a writer',
  'a token of the writer',
  'a reader',
  'an API key',
] as const
type CallerName = (typeof callers)[number]

const ok = 'ok'
const no = 'FORBIDDEN'
const ro = 'PROJECT_READ_ONLY'
const out = 'UNAUTHENTICATED'
const sus = 'ACCOUNT_SUSPENDED'
type Answers = readonly [string, string, string, string, string, string]
type Table = Readonly<Record<Standing, Answers>>

/** What happens to an owner's own session and tokens while the account is suspended. */
const confined = [sus, sus] as const

const reading: Table = {
  compliant: [ok, ok, ok, ok, ok, out],
  'over projects': [ok, ok, ok, ok, ok, out],
  'over people': [ok, ok, ok, ok, ok, out],
  suspended: [...confined, ok, ok, ok, out],
}
const writing: Table = {
  compliant: [ok, ok, ok, ok, no, out],
  'over projects': [ro, ro, ro, ro, no, out],
  'over people': [ok, ok, ok, ok, no, out],
  suspended: [...confined, ro, ro, no, out],
}
const owning = (overProjects: string, overPeople: string): Table => ({
  compliant: [ok, ok, no, no, no, out],
  'over projects': [overProjects, overProjects, no, no, no, out],
  'over people': [overPeople, overPeople, no, no, no, out],
  suspended: [...confined, no, no, no, out],
})
const managing = owning(ro, ok)
const widening = owning(ro, ro)
/** Of something that only the owner sees. */
const unseen = (table: Table): Table => {
  const hide = (answers: Answers) =>
    answers.map((answer) => (answer === no ? 'NOT_FOUND' : answer)) as unknown as Answers
  return {
    compliant: hide(table.compliant),
    'over projects': hide(table['over projects']),
    'over people': hide(table['over people']),
    suspended: hide(table.suspended),
  }
}
/** The same, but not for tokens. */
const bySession = (table: Table): Table => {
  const withoutTokens = (answers: Answers) =>
    answers.map((answer, column) =>
      (column === 1 || column === 3) && answer === ok ? no : answer,
    ) as unknown as Answers
  return {
    compliant: withoutTokens(table.compliant),
    'over projects': withoutTokens(table['over projects']),
    'over people': withoutTokens(table['over people']),
    suspended: withoutTokens(table.suspended),
  }
}
/** Taking access away, and what only an owner reads. */
const always = owning(ok, ok)
/** Everything of one's own projects, by session only. */
const exporting: Table = {
  compliant: [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  'over projects': [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  'over people': [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  suspended: [ok, sus, 'NOT_FOUND', no, 'NOT_FOUND', out],
}
const injecting: Table = {
  compliant: [out, out, out, out, out, ok],
  'over projects': [out, out, out, out, out, ok],
  'over people': [out, out, out, out, out, ok],
  suspended: [out, out, out, out, out, out],
}

interface World {
  readonly owner: Person
  readonly writer: Person
  readonly projectId: number
  readonly environmentId: number
  /** An environment that nobody shares. */
  readonly stagingId: number
  readonly clients: Readonly<Record<CallerName, Client>>
  /** People who share the project, without environments. */
  readonly member: () => Promise<number>
  readonly emptyProject: () => Promise<number>
}
interface Input {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}
interface Row {
  readonly expected: Table
  readonly input?: (world: World) => Input
  /** In place of `input`: makes what a call uses up, while the owner is compliant. */
  readonly make?: (world: World) => Promise<Input>
}

let made = 0
const unique = (name: string) => `${name}${++made}`

const project = (w: World): Input => ({ params: { id: w.projectId } })
const inProject = (w: World): Input => ({ params: { projectId: w.projectId } })
const environment = (w: World) => ({ params: { id: w.environmentId } })
const called = (w: World): Input => ({ params: { projectId: w.projectId, environment: 'production' } })
const changedKey = async (w: World, body?: object): Promise<Input> => {
  const { id: keyId } = await seedApiKey(w.owner, w.projectId, { environment_access: [String(w.stagingId)] })
  return { params: { id: w.projectId, keyId }, ...(body && { body }) }
}
const changedMember = async (w: World, before: 'read' | 'write', after: 'read' | 'write'): Promise<Input> => {
  const params = { id: w.projectId, userId: await w.member() }
  await w.owner.client.call(updateCollaborator, { params, body: { role: before } })
  return { params, body: { role: after } }
}
const invited = async (w: World, role: 'read' | 'write', body: object = {}): Promise<Input> => {
  const email = `${unique('invited')}@example.com`
  const environments = [w.environmentId]
  await w.owner.client.call(inviteCollaborator, {
    params: { id: w.projectId },
    body: { email, role, environments },
  })
  return { ...project(w), body: { email, ...body } }
}
const madeEnvironment = async (w: World): Promise<number> => {
  const params = { projectId: w.projectId }
  return (await w.owner.client.call(createEnvironment, { params, body: { name: unique('made-') } }))
    .environment.id
}

const rows: Readonly<Record<string, Row>> = {
  readProject: { expected: reading, input: project },
  updateProject: { expected: managing, input: (w) => ({ ...project(w), body: { name: 'Renamed' } }) },
  deleteProject: {
    expected: unseen(managing),
    make: async (w) => ({ params: { id: await w.emptyProject() } }),
  },
  listCollaborators: { expected: reading, input: project },
  returnEnvironments: { expected: bySession(reading), input: project },
  inviteCollaborator: {
    expected: widening,
    input: (w) => ({
      ...project(w),
      body: { email: `${unique('invited')}@example.com`, role: 'read', environments: [w.environmentId] },
    }),
  },
  'updateCollaborator: raise': { expected: widening, make: (w) => changedMember(w, 'read', 'write') },
  'updateCollaborator: lower': { expected: always, make: (w) => changedMember(w, 'write', 'read') },
  removeCollaborator: {
    expected: always,
    make: async (w) => ({ params: { id: w.projectId, userId: await w.member() } }),
  },
  'updateInvitation: raise': { expected: widening, make: (w) => invited(w, 'read', { role: 'write' }) },
  'updateInvitation: lower': { expected: always, make: (w) => invited(w, 'write', { role: 'read' }) },
  cancelInvitation: { expected: always, make: (w) => invited(w, 'read') },
  listEnvironments: { expected: reading, input: inProject },
  createEnvironment: {
    expected: managing,
    input: (w) => ({ ...inProject(w), body: { name: unique('made-') } }),
  },
  renameEnvironment: {
    expected: managing,
    input: (w) => ({ ...environment(w), body: { name: 'production' } }),
  },
  updateEnvironment: {
    expected: managing,
    input: (w) => ({ ...environment(w), body: { color: 'sky' } }),
  },
  deleteEnvironment: {
    expected: unseen(managing),
    make: async (w) => ({ params: { projectId: w.projectId, envId: await madeEnvironment(w) } }),
  },
  awaitVersion: { expected: reading, input: (w) => ({ ...environment(w), query: { after: 0, wait: 0 } }) },
  readVariables: { expected: reading, input: environment },
  readVariablesByName: {
    expected: reading,
    input: (w) => ({ query: { project_id: w.projectId, environment: 'production' } }),
  },
  createVariable: {
    expected: writing,
    input: (w) => ({ ...environment(w), body: { key: unique('MADE_'), value: '1' } }),
  },
  updateVariable: {
    expected: writing,
    input: (w) => ({ params: { id: w.environmentId, key: 'HELLO' }, body: { value: unique('value ') } }),
  },
  deleteVariable: {
    expected: writing,
    make: async (w) => {
      const key = unique('GONE_')
      await w.owner.client.call(createVariable, { ...environment(w), body: { key, value: '1' } })
      return { params: { id: w.environmentId, key } }
    },
  },
  writeVariables: {
    expected: writing,
    input: (w) => ({ ...environment(w), body: { variables: { WRITTEN: unique('x') }, mode: 'merge' } }),
  },
  importVariables: {
    expected: writing,
    input: (w) => ({ ...environment(w), body: { dotenv: `IMPORTED=${unique('x')}`, mode: 'merge' } }),
  },
  listVariableNames: { expected: reading, input: environment },
  listVersions: { expected: reading, input: environment },
  readVersion: { expected: reading, input: (w) => ({ params: { id: w.environmentId, version: 1 } }) },
  restoreVersion: { expected: writing, input: (w) => ({ params: { id: w.environmentId, version: 1 } }) },
  compareEnvironments: {
    expected: reading,
    input: (w) => ({ ...inProject(w), query: { left: w.environmentId, right: w.environmentId } }),
  },
  downloadEnvironment: { expected: reading, input: environment },
  countVariables: { expected: reading, input: (w) => ({ body: { environmentIds: [w.environmentId] } }) },
  listApiKeys: { expected: always, input: project },
  createApiKey: {
    expected: managing,
    input: (w) => ({
      ...project(w),
      body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
    }),
  },
  'updateApiKey: widen': { expected: managing, make: (w) => changedKey(w, { name: unique('CI ') }) },
  'updateApiKey: narrow': {
    expected: always,
    make: (w) => changedKey(w, { is_active: false, allowed_ips: ['192.0.2.1'] }),
  },
  deleteApiKey: { expected: always, make: (w) => changedKey(w) },
  readApiKeyUsage: { expected: always, make: (w) => changedKey(w) },
  inject: { expected: injecting, input: called },
  readSchema: { expected: injecting, input: called },
  injectByName: { expected: injecting, input: () => ({ query: { environment: 'production' } }) },
  readOwnApiKey: { expected: injecting },
  exportEnvironment: { expected: exporting, input: environment },
  listProjectActivity: { expected: reading, input: project },
  exportProjectActivity: { expected: reading, input: project },
  downloadProjectLog: { expected: always, input: project },
}

/** About the caller's account, or about projects that do not exist yet: tested below, or in tests of their own. */
const elsewhere = [
  'createProject',
  'listProjects',
  'listAccessibleEnvironments',
  'listApiKeyPermissions',
  'listExport',
]
const tags = ['Projects', 'Collaborators', 'Environments', 'Variables', 'API keys', 'Injection', 'Export']

const endpointOf = (row: string): Endpoint => {
  const found = everyEndpoint.find(({ name }) => name === row.split(':')[0])
  if (!found) throw new Error(`There is no endpoint ${row}`)
  return found
}

async function answerOf(client: Client, endpoint: Endpoint, input: object): Promise<string> {
  try {
    await client.ask(endpoint, input as never)
    return ok
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

test('every endpoint about a project has a row', () => {
  const expected = everyEndpoint.filter(
    ({ name, tag, path }) =>
      !elsewhere.includes(name) && (tags.includes(tag) || path.startsWith('/projects/{id}')),
  )
  const covered = new Set(Object.keys(rows).map((row) => endpointOf(row).name))
  expect([...covered].sort()).toEqual(expected.map(({ name }) => name).sort())
})

test('an endpoint that can answer PROJECT_READ_ONLY says so', () => {
  const blocked = Object.entries(rows).filter(([, { expected }]) =>
    Object.values(expected).some((answers) => answers.includes(ro)),
  )
  const saying = everyEndpoint.filter(({ errors }) => errors.includes(ro)).map(({ name }) => name)
  const expected = new Set([
    ...blocked.map(([row]) => endpointOf(row).name),
    'createProject',
    'acceptInvitation',
  ])
  expect(saying.toSorted()).toEqual([...expected].toSorted())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  let owner: Person
  /** What the account of the world's owner may do in its projects, besides being paid for. */
  const enter: Readonly<Record<Standing, () => Promise<void>>> = {
    compliant: async () => {
      await setSuspended(app, owner, false)
      await pay(app, owner)
    },
    'over projects': async () => {
      await changePlan(app, 'starter', { max_projects: 1 })
      await stopPaying(app, owner)
    },
    'over people': async () => {
      await changePlan(app, 'starter', { max_projects: -1 })
      await stopPaying(app, owner)
    },
    suspended: () => setSuspended(app, owner, true),
  }
  const addProject = () =>
    inTransaction(app.ctx, (tx) =>
      insertProject(tx, { ownerId: owner.userId, name: 'Beyond', description: null }),
    )

  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
    owner = await addPerson(app)
    await pay(app, owner)
    const { projectId, id: environmentId } = await seedEnvironment(owner)
    const staging = await owner.client.call(createEnvironment, {
      params: { projectId },
      body: { name: 'staging' },
    })
    const [writer, reader] = [await addPerson(app), await addPerson(app)]
    for (const [person, role] of [[writer, 'write'] as const, [reader, 'read'] as const])
      await shareProject(app, owner, projectId, person, { role, environments: [environmentId] })
    const member = async () => {
      const { userId } = await insertPerson(app)
      const now = app.ctx.clock()
      await inTransaction(app.ctx, (tx) =>
        insertMembership(tx, {
          project_id: projectId,
          user_id: userId,
          role: 'read',
          environments: environmentsText([]),
          keys_pending: 0,
          held_at: null,
          invited_at: now,
          accepted_at: now,
        }),
      )
      return userId
    }
    await member()
    await addProject()
    const key = await seedApiKey(owner, projectId)
    world = {
      owner,
      writer,
      projectId,
      environmentId,
      stagingId: staging.environment.id,
      member,
      emptyProject: addProject,
      clients: {
        'the owner': owner.client,
        'a token of the owner': app.as({ token: (await seedPersonalToken(owner)).token }),
        'a writer': writer.client,
        'a token of the writer': app.as({ token: (await seedPersonalToken(writer)).token }),
        'a reader': reader.client,
        'an API key': app.as({ apiKey: key.apiKey }),
      },
    }
  })

  const prepared = async ({ input, make }: Row, standing: Standing): Promise<Input> => {
    if (!make) return input?.(world) ?? {}
    await enter.compliant()
    const given = await make(world)
    await enter[standing]()
    return given
  }

  describe.each(['compliant', 'over projects', 'over people', 'suspended'] as const)('%s', (standing) => {
    beforeAll(async () => {
      await enter.compliant()
      await enter[standing]()
    })

    test.each(Object.entries(rows))('%s', async (name, row) => {
      const expected = new Map(callers.map((caller, n) => [caller, row.expected[standing][n]]))
      const seen = new Map<CallerName, string>()
      const rejected = callers.filter((caller) => expected.get(caller) !== ok)
      // What is rejected uses nothing up: one input is enough for all who are, and for one more.
      let given = await prepared(row, standing)
      for (const caller of [...rejected, ...callers.filter((one) => !rejected.includes(one))]) {
        if ([...seen.values()].includes(ok)) given = await prepared(row, standing)
        seen.set(caller, await answerOf(world.clients[caller], endpointOf(name), given))
      }
      expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected))
    })
  })
})

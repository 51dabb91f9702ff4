// What may be done in an owner's projects: every endpoint about a project, as six callers, in every state of its
// owner. An endpoint without a row fails.

import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { pay, setSuspended, stopPaying } from '../../../dev/world/lapse.ts'
import { type ProjectWorld, projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { projectInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { unique } from '../../../dev/world/unique.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import type { ComplianceState } from './features/projects/rights.ts'

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
type Table = Readonly<Record<ComplianceState, Answers>>

/** What happens to an owner's own session and tokens while the account is suspended. */
const confined = [sus, sus] as const

const reading: Table = {
  compliant: [ok, ok, ok, ok, ok, out],
  'over project limit': [ok, ok, ok, ok, ok, out],
  'over collaborator limit': [ok, ok, ok, ok, ok, out],
  suspended: [...confined, ok, ok, ok, out],
}
const writing: Table = {
  compliant: [ok, ok, ok, ok, no, out],
  'over project limit': [ro, ro, ro, ro, no, out],
  'over collaborator limit': [ok, ok, ok, ok, no, out],
  suspended: [...confined, ro, ro, no, out],
}
const owning = (overProjects: string, overPeople: string): Table => ({
  compliant: [ok, ok, no, no, no, out],
  'over project limit': [overProjects, overProjects, no, no, no, out],
  'over collaborator limit': [overPeople, overPeople, no, no, no, out],
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
    'over project limit': hide(table['over project limit']),
    'over collaborator limit': hide(table['over collaborator limit']),
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
    'over project limit': withoutTokens(table['over project limit']),
    'over collaborator limit': withoutTokens(table['over collaborator limit']),
    suspended: withoutTokens(table.suspended),
  }
}
/** Taking access away, and what only an owner reads. */
const always = owning(ok, ok)
/** Everything of one's own projects, by session only. */
const exporting: Table = {
  compliant: [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  'over project limit': [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  'over collaborator limit': [ok, no, 'NOT_FOUND', no, 'NOT_FOUND', out],
  suspended: [ok, sus, 'NOT_FOUND', no, 'NOT_FOUND', out],
}
const injecting: Table = {
  compliant: [out, out, out, out, out, ok],
  'over project limit': [out, out, out, out, out, ok],
  'over collaborator limit': [out, out, out, out, out, ok],
  suspended: [out, out, out, out, out, out],
}

/** A row may be named by an endpoint and a kind of call to it. */
const rows: Readonly<Record<string, Table>> = {
  readProject: reading,
  updateProject: managing,
  deleteProject: unseen(managing),
  listCollaborators: reading,
  returnEnvironments: bySession(reading),
  inviteCollaborator: widening,
  'updateCollaborator: raise': widening,
  'updateCollaborator: lower': always,
  removeCollaborator: always,
  'updateInvitation: raise': widening,
  'updateInvitation: lower': always,
  cancelInvitation: always,
  listEnvironments: reading,
  createEnvironment: managing,
  renameEnvironment: managing,
  updateEnvironment: managing,
  deleteEnvironment: unseen(managing),
  listFormerNames: reading,
  endFormerName: managing,
  awaitVersion: reading,
  readVariables: reading,
  readVariablesByName: reading,
  createVariable: writing,
  updateVariable: writing,
  deleteVariable: writing,
  writeVariables: writing,
  importVariables: writing,
  listVariableNames: reading,
  listVersions: reading,
  readVersion: reading,
  restoreVersion: writing,
  compareEnvironments: reading,
  downloadEnvironment: reading,
  countVariables: reading,
  listApiKeys: always,
  createApiKey: managing,
  'updateApiKey: widen': managing,
  'updateApiKey: narrow': always,
  deleteApiKey: always,
  readApiKeyUsage: always,
  readApiKeyCalls: always,
  inject: injecting,
  readSchema: injecting,
  injectByName: injecting,
  readOwnApiKey: injecting,
  exportEnvironment: exporting,
  listProjectActivity: reading,
  listProjectActivityLines: reading,
  exportProjectActivity: reading,
  downloadProjectLog: always,
}

interface World extends ProjectWorld {
  readonly clients: Readonly<Record<CallerName, Client>>
}

const changedKey = async (w: World, body: object) => ({ ...(await projectInput('updateApiKey', w)), body })

/** Other kinds of a call than the samples, which lower roles. */
const ownInputs: Readonly<Record<string, (world: World) => Promise<object>>> = {
  'updateCollaborator: raise': async (w) => ({
    params: { id: w.projectId, userId: await w.newMember('read') },
    body: { role: 'write' },
  }),
  'updateInvitation: raise': async (w) => ({
    params: { id: w.projectId },
    body: { email: await w.newInvitation('read'), role: 'write' },
  }),
  'updateApiKey: widen': (w) => changedKey(w, { name: unique('CI ') }),
  'updateApiKey: narrow': (w) => changedKey(w, { is_active: false, allowed_ips: ['192.0.2.1'] }),
}

/** About the caller's account, or about projects that do not exist yet: tested below, or in tests of their own. */
const elsewhere = [
  'createProject',
  'listProjects',
  'listAccessibleEnvironments',
  'findVariables',
  'findSameValues',
  'listSharedWith',
  'listProjectPeople',
  'awaitAccess',
  'listApiKeyPermissions',
  'listExport',
]
const tags = ['Projects', 'Collaborators', 'Environments', 'Variables', 'API keys', 'Injection', 'Export']

const endpointOf = (row: string): Endpoint => {
  const endpoint = everyEndpoint.find(({ name }) => name === row.split(':')[0])
  if (!endpoint) throw new Error(`There is no endpoint ${row}`)
  return endpoint
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
  const blocked = Object.entries(rows).filter(([, table]) =>
    Object.values(table).some((answers) => answers.includes(ro)),
  )
  const saying = everyEndpoint.filter(({ errors }) => errors?.includes(ro)).map(({ name }) => name)
  const expected = new Set([
    ...blocked.map(([row]) => endpointOf(row).name),
    'createProject',
    'acceptInvitation',
    'acceptProjectTransfer',
  ])
  expect(saying.toSorted()).toEqual([...expected].toSorted())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  let owner: Person
  /** What the account of the world's owner may do in its projects, besides being paid for. */
  const enter: Readonly<Record<ComplianceState, () => Promise<void>>> = {
    compliant: async () => {
      await setSuspended(app, owner, false)
      await pay(app, owner)
    },
    'over project limit': async () => {
      await changePlan(app, 'starter', { max_projects: 1 })
      await stopPaying(app, owner)
    },
    'over collaborator limit': async () => {
      await changePlan(app, 'starter', { max_projects: -1 })
      await stopPaying(app, owner)
    },
    suspended: () => setSuspended(app, owner, true),
  }

  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
    owner = await addPerson(app)
    await pay(app, owner)
    const seeded = await seedEnvironment(owner)
    const { projectId, id } = seeded
    const [writer, reader] = [await addPerson(app), await addPerson(app)]
    for (const [person, role] of [[writer, 'write'] as const, [reader, 'read'] as const])
      await shareProject(app, owner, projectId, person, { role, environments: [id] })
    const ofProject = projectWorld(app, owner, seeded)
    const staging = await ofProject.newEnvironment()
    await ofProject.newMember()
    await ofProject.newProject()
    const key = await seedApiKey(owner, projectId)
    world = {
      ...ofProject,
      // Of an environment that nobody shares.
      newApiKey: async () =>
        (await seedApiKey(owner, projectId, { environment_access: [String(staging)] })).id,
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

  /** Owners make what a call uses up while they are compliant. */
  const prepared = async (name: string, state: ComplianceState) => {
    await enter.compliant()
    const input = await (ownInputs[name]?.(world) ?? projectInput(endpointOf(name).name, world))
    await enter[state]()
    return input
  }

  describe.each(['compliant', 'over project limit', 'over collaborator limit', 'suspended'] as const)(
    '%s',
    (state) => {
      beforeAll(async () => {
        await enter.compliant()
        await enter[state]()
      })

      test.each(Object.entries(rows))('%s', async (name, row) => {
        const expected = new Map(callers.map((caller, n) => [caller, row[state][n]]))
        const seen = new Map<CallerName, string>()
        const rejected = callers.filter((caller) => expected.get(caller) !== ok)
        // What is rejected uses nothing up: one input is enough for all who are, and for one more.
        let input = await prepared(name, state)
        for (const caller of [...rejected, ...callers.filter((caller) => !rejected.includes(caller))]) {
          if ([...seen.values()].includes(ok)) input = await prepared(name, state)
          seen.set(caller, await answerOf(world.clients[caller], endpointOf(name), input))
        }
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected))
      })
    },
  )
})

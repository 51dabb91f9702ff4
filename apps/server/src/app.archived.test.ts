// An archived project, and one to which a collaborator's access is paused, exist for nobody: every endpoint that names
// a project or an environment, as everyone who could use it before. An endpoint without a row fails.

import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import { listActivityLogs } from '@envhold/contract/activity.ts'
import { acceptInvitation, declineInvitation, openInvitation } from '@envhold/contract/answer-invitation.ts'
import { listCollaborators } from '@envhold/contract/collaborators.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { countVariables, listAccessibleEnvironments } from '@envhold/contract/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { listInvitations } from '@envhold/contract/pending-invitations.ts'
import { listProjects } from '@envhold/contract/projects.ts'
import { readSubscriptionUsage } from '@envhold/contract/subscription.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { putInArchive, restoreFromArchive, setHeld } from '../../../dev/world/put-in-archive.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { type Invited, invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { listExpiringApiKeys } from './features/api-keys/expiring-api-key-store.ts'
import { listPendingWork } from './features/grants/pending-work-store.ts'

const roles = ['owner', 'member', 'token of the owner', 'token of the member'] as const
type Role = (typeof roles)[number]

interface World {
  readonly owner: Person
  readonly member: Person
  readonly guest: Person
  readonly invited: Invited
  readonly projectId: number
  readonly id: number
  readonly keyId: string
  readonly clients: Readonly<Record<Role, Client>>
  readonly key: Client
}
type Input = (world: World) => { readonly params?: object; readonly query?: object; readonly body?: object }

const project: Input = ({ projectId }) => ({ params: { id: projectId } })
const inProject: Input = ({ projectId }) => ({ params: { projectId } })
const environment: Input = ({ id }) => ({ params: { id } })
const apiKey: Input = ({ projectId, keyId }) => ({ params: { id: projectId, keyId } })
const collaborator: Input = ({ projectId, member }) => ({ params: { id: projectId, userId: member.userId } })
const named: Input = ({ projectId }) => ({ params: { projectId, environment: 'production' } })
const version: Input = ({ id }) => ({ params: { id, version: 1 } })
const withBody =
  (input: Input, body: object): Input =>
  (world) => ({ ...input(world), body })

/** What reads; each is answered as long as the project is there. */
const reads: Readonly<Record<string, Input>> = {
  readProject: project,
  listCollaborators: project,
  listEnvironments: inProject,
  awaitVersion: ({ id }) => ({ params: { id }, query: { after: 0, wait: 0 } }),
  readVariables: environment,
  readVariablesByName: ({ projectId }) => ({ query: { project_id: projectId, environment: 'production' } }),
  listVariableNames: environment,
  downloadEnvironment: environment,
  compareEnvironments: ({ projectId, id }) => ({ params: { projectId }, query: { left: id, right: id } }),
  listVersions: environment,
  readVersion: version,
  listProjectActivity: project,
  exportProjectActivity: project,
  downloadProjectLog: project,
}
const writes: Readonly<Record<string, Input>> = {
  updateProject: withBody(project, { name: 'Other' }),
  deleteProject: project,
  archiveProject: withBody(project, { reason: 'grace_period_manual' }),
  returnEnvironments: project,
  inviteCollaborator: ({ projectId, id }) => ({
    params: { id: projectId },
    body: { email: 'else@example.com', role: 'read', environments: [id] },
  }),
  updateCollaborator: withBody(collaborator, { role: 'read' }),
  removeCollaborator: collaborator,
  updateInvitation: ({ projectId, guest }) => ({
    params: { id: projectId },
    body: { email: guest.email, role: 'read' },
  }),
  cancelInvitation: ({ projectId, guest }) => ({ params: { id: projectId }, body: { email: guest.email } }),
  createEnvironment: withBody(inProject, { name: 'more' }),
  renameEnvironment: withBody(environment, { name: 'more' }),
  updateEnvironment: withBody(environment, { color: 'sky' }),
  deleteEnvironment: ({ projectId, id }) => ({ params: { projectId, envId: id } }),
  createVariable: withBody(environment, { key: 'A', value: '1' }),
  updateVariable: ({ id }) => ({ params: { id, key: 'HELLO' }, body: { value: '1' } }),
  deleteVariable: ({ id }) => ({ params: { id, key: 'HELLO' } }),
  writeVariables: withBody(environment, { variables: { A: '1' }, mode: 'merge' }),
  importVariables: withBody(environment, { dotenv: 'A=1', mode: 'merge' }),
  restoreVersion: version,
  listApiKeys: project,
  createApiKey: withBody(project, { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] }),
  updateApiKey: withBody(apiKey, { name: 'Other' }),
  deleteApiKey: apiKey,
  readApiKeyUsage: apiKey,
}
const byKey: Readonly<Record<string, Input>> = {
  inject: named,
  readSchema: named,
  injectByName: () => ({ query: { environment: 'production' } }),
  readOwnApiKey: () => ({}),
}
const byPeople = { ...reads, ...writes }

const endpointOf = (name: string): Endpoint => {
  const found = everyEndpoint.find((one) => one.name === name)
  if (!found) throw new Error(`There is no endpoint ${name}`)
  return found
}

test('every endpoint that names a project or an environment has a row', () => {
  const about = everyEndpoint.filter(
    ({ audience, path, query }) =>
      audience === 'api-key' ||
      /\/(projects|environments)\/\{/.test(path) ||
      (query && 'project_id' in query.shape),
  )
  // Task of its own: it reads what is archived too.
  const elsewhere = ['exportEnvironment']
  expect([...Object.keys(byPeople), ...Object.keys(byKey), ...elsewhere]).toEqual(
    expect.arrayContaining(about.map(({ name }) => name)),
  )
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  beforeAll(async () => {
    const [owner, member, guest] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, guest)
    const { projectId, id } = await seedEnvironment(owner)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    const { id: keyId, apiKey: key } = await seedApiKey(owner, projectId)
    const [ofOwner, ofMember] = [await seedPersonalToken(owner), await seedPersonalToken(member)]
    world = {
      owner,
      member,
      guest,
      invited: await invite(app, owner, projectId, guest.email, { environments: [id] }),
      projectId,
      id,
      keyId,
      clients: {
        owner: owner.client,
        member: member.client,
        'token of the owner': app.as({ token: ofOwner.token }),
        'token of the member': app.as({ token: ofMember.token }),
      },
      key: app.as({ apiKey: key }),
    }
  })

  const during = async (start: () => Promise<() => Promise<unknown>>, work: () => Promise<void>) => {
    const end = await start()
    try {
      await work()
    } finally {
      await end()
    }
  }
  const archived = (work: () => Promise<void>) =>
    during(async () => {
      const archive = await putInArchive(app, world.owner, world.projectId)
      return () => restoreFromArchive(app, archive)
    }, work)
  const held = (work: () => Promise<void>, who: 'member' | 'guest' = 'member') =>
    during(async () => {
      await setHeld(app, world.owner, world[who], true)
      return () => setHeld(app, world.owner, world[who], false)
    }, work)

  /** What people are answered: a session is needed for some calls, which no token is told anything by. */
  const expected = (name: string, role: Role) =>
    endpointOf(name).audience === 'session' && role.startsWith('token') ? 403 : 404
  const statuses = async (calls: Readonly<Record<string, Input>>, who: readonly Role[]) => {
    const seen: Record<string, number> = {}
    for (const [name, input] of Object.entries(calls))
      for (const role of who)
        seen[`${name} as ${role}`] = await statusOf(world.clients[role], endpointOf(name), input(world))
    return seen
  }
  const expectedOf = (calls: object, who: readonly Role[]) =>
    Object.fromEntries(
      Object.keys(calls).flatMap((name) => who.map((role) => [`${name} as ${role}`, expected(name, role)])),
    )
  const expectReads = async () => {
    const seen = await statuses(reads, roles)
    for (const [call, status] of Object.entries(seen)) expect([200, 403], call).toContain(status)
    for (const [name, input] of Object.entries(byKey))
      expect(await statusOf(world.key, endpointOf(name), input(world)), name).toBe(200)
  }
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: ApiError) => error.code,
    )
  const offered = () => ({ params: { token: world.invited.token }, body: { secret: world.invited.secret } })

  test('everybody can read before', expectReads)

  test('an archived project is there for nobody', () =>
    archived(async () => {
      expect(await statuses(byPeople, roles)).toEqual(expectedOf(byPeople, roles))
    }))

  test('its keys are answered 404 with a sentence', () =>
    archived(async () => {
      for (const [name, input] of Object.entries(byKey)) {
        const rejection = await world.key.ask(endpointOf(name), input(world) as never).catch((error) => error)
        expect(rejection, name).toBeInstanceOf(ApiError)
        expect(rejection).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Project not found' })
      }
    }))

  test('its invitation is neither shown nor accepted', () =>
    archived(async () => {
      const { client } = world.guest
      expect((await client.call(listInvitations, {})).invitations).toEqual([])
      const { params, body } = offered()
      expect(await codeOf(app.as().call(openInvitation, { body }))).toBe('NOT_FOUND')
      expect(await codeOf(client.call(acceptInvitation, { params, body }))).toBe('NOT_FOUND')
      expect(await codeOf(client.call(declineInvitation, { params }))).toBe('NOT_FOUND')
    }))

  test('no list, count or pending work holds it, and its people do not count', () =>
    archived(async () => {
      for (const role of roles) {
        const client = world.clients[role]
        expect((await client.call(listProjects, {})).projects).toEqual([])
        const { counts } = await client.call(countVariables, { body: { environmentIds: [world.id] } })
        expect(counts).toEqual({})
        expect((await client.call(listAccessibleEnvironments, {})).environments).toEqual([])
      }
      const { usage } = await world.owner.client.call(readSubscriptionUsage, {})
      expect(usage.current).toMatchObject({ projects_count: 0, collaborators_count: 0 })
    }))

  test('its owner’s activity keeps what happened in it, with its name', () =>
    archived(async () => {
      const { logs } = await world.owner.client.call(listActivityLogs, { query: {} })
      const about = logs.filter(({ project_id }) => project_id === world.projectId)
      expect(about.length).toBeGreaterThan(3)
      for (const entry of about) expect(entry.project_name).toBe('Shop')
      const theirs = await world.member.client.call(listActivityLogs, { query: {} })
      for (const entry of theirs.logs.filter((one) => one.project_id === world.projectId))
        expect(entry.project_name).toBeNull()
    }))

  test('a paused collaborator is a stranger, and everyone else goes on', () =>
    held(async () => {
      const paused = ['member', 'token of the member'] as const
      expect(await statuses(byPeople, paused)).toEqual(expectedOf(byPeople, paused))
      for (const role of paused) {
        const client = world.clients[role]
        expect((await client.call(listProjects, {})).projects).toEqual([])
        const { counts } = await client.call(countVariables, { body: { environmentIds: [world.id] } })
        expect(counts).toEqual({})
        expect((await client.call(listAccessibleEnvironments, {})).environments).toEqual([])
      }
      for (const role of ['owner', 'token of the owner'] as const)
        for (const status of Object.values(await statuses(reads, [role])))
          expect([200, 403]).toContain(status)
    }))

  test('only the owner sees who is paused', () =>
    held(async () => {
      const list = async (client: Client) =>
        (await client.call(listCollaborators, { params: { id: world.projectId } })).collaborators
      const ofOwner = await list(world.owner.client)
      expect(ofOwner.map(({ email, access_paused }) => [email, access_paused])).toEqual([
        [world.member.email, true],
        [world.guest.email, false],
      ])
    }))

  test('a paused invitation is shown and cannot be accepted', () =>
    held(async () => {
      const { client } = world.guest
      expect((await client.call(listInvitations, {})).invitations).toHaveLength(1)
      const rejection = await client.call(acceptInvitation, offered()).catch((error) => error)
      expect(rejection).toMatchObject({
        status: 403,
        code: 'PROJECT_READ_ONLY',
        message: 'The owner cannot add collaborators at the moment.',
      })
    }, 'guest'))

  test('a paused collaborator’s vault has no pending work', async () => {
    const setPending = (rekey_pending: number) =>
      app.ctx.db.updateTable('environments').set({ rekey_pending }).where('id', '=', world.id).execute()
    const holder = {
      userId: world.member.userId,
      principal: { kind: 'user', id: world.member.userId },
    } as unknown as Parameters<typeof listPendingWork>[1]
    await setPending(1)
    expect(await listPendingWork(app.ctx.db, holder, 10)).toHaveLength(1)
    await held(async () => expect(await listPendingWork(app.ctx.db, holder, 10)).toEqual([]))
    await archived(async () => expect(await listPendingWork(app.ctx.db, holder, 10)).toEqual([]))
    await setPending(0)
  })

  test('nobody is mailed about its keys', async () => {
    const day = 86_400_000
    const now = app.ctx.clock()
    const expires_at = new Date(now + 8 * day).toISOString()
    const { id } = await seedApiKey(world.owner, world.projectId, { expires_at })
    const expiring = async () =>
      (await listExpiringApiKeys(app.ctx.db, now + 2 * day, 7 * day)).map((key) => key.id)
    expect(await expiring()).toEqual([id])
    await archived(async () => expect(await expiring()).toEqual([]))
  })

  test('everybody can read afterwards', expectReads)
})

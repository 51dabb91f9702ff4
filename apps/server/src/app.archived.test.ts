// An archived project, and one to which a collaborator's access is paused, exist for nobody: every endpoint that names
// a project or an environment, as everyone who could use it before.

import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { readSubscriptionUsage } from '@envhold/contract/billing/subscription.ts'
import { listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  openInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { countVariables, listAccessibleEnvironments } from '@envhold/contract/environments/environments.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { findVariables } from '@envhold/contract/variables/find.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { putInArchive, restoreFromArchive, setHeld } from '../../../dev/world/put-in-archive.ts'
import { type ProjectWorld, projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { projectInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { type Invited, invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { listExpiringApiKeys } from './features/api-keys/api-key-store.ts'
import { listPendingWork } from './features/grants/pending-work-store.ts'

const roles = ['owner', 'member', 'token of the owner', 'token of the member'] as const
type Role = (typeof roles)[number]

interface World extends ProjectWorld {
  readonly member: Person
  readonly guest: Person
  readonly invited: Invited
  readonly clients: Readonly<Record<Role, Client>>
  readonly key: Client
}

const about = everyEndpoint.filter(
  ({ audience, path, query }) =>
    audience === 'api-key' ||
    /^\/(?!(admin|archive)\/).*(projects|environments)\/\{/.test(path) ||
    (query && 'project_id' in query.shape),
)
const byKey = about.filter(({ audience }) => audience === 'api-key')
// The export has tests of its own: it reads what is archived too.
const byPeople = about.filter((call) => !byKey.includes(call) && call.name !== 'exportEnvironment')
/** Each is answered as long as the project is there. */
const reads = byPeople.filter(
  ({ method, permission }) => method === 'GET' && permission !== 'manage_projects',
)

test('the contract has calls of each kind', () => {
  expect(reads.length).toBeGreaterThanOrEqual(14)
  expect(byPeople.length).toBeGreaterThanOrEqual(38)
  expect(byKey.length).toBeGreaterThanOrEqual(4)
})

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: World
  /** Of each call, made while the project is there: nobody uses them up. */
  let inputs: ReadonlyMap<string, object>
  beforeAll(async () => {
    const [owner, member, guest] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, guest)
    const seeded = await seedEnvironment(owner)
    const { projectId, id } = seeded
    await shareProject(app, owner, projectId, member, { environments: [id] })
    const { apiKey: key } = await seedApiKey(owner, projectId)
    const [ofOwner, ofMember] = [await seedPersonalToken(owner), await seedPersonalToken(member)]
    world = {
      ...projectWorld(app, owner, seeded),
      newProject: async () => projectId,
      newEnvironment: async () => id,
      newMember: async () => member.userId,
      newInvitation: async () => guest.email,
      member,
      guest,
      invited: await invite(app, owner, projectId, guest.email, { environments: [id] }),
      clients: {
        owner: owner.client,
        member: member.client,
        'token of the owner': app.as({ token: ofOwner.token }),
        'token of the member': app.as({ token: ofMember.token }),
      },
      key: app.as({ apiKey: key }),
    }
    inputs = new Map(
      await Promise.all(
        [...byPeople, ...byKey].map(async ({ name }) => [name, await projectInput(name, world)] as const),
      ),
    )
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
  const whileArchived = (work: () => Promise<void>, who: 'member' | 'guest' = 'member') =>
    during(async () => {
      await setHeld(app, world.owner, world[who], true)
      return () => setHeld(app, world.owner, world[who], false)
    }, work)

  /** What people are answered: a session is needed for some calls, which no token is told anything by. */
  const expected = ({ audience }: Endpoint, role: Role) =>
    audience === 'session' && role.startsWith('token') ? 403 : 404
  const inputOf = ({ name }: Endpoint) => inputs.get(name) ?? {}
  const statuses = async (calls: readonly Endpoint[], who: readonly Role[]) => {
    const seen: Record<string, number> = {}
    for (const call of calls)
      for (const role of who)
        seen[`${call.name} as ${role}`] = await statusOf(world.clients[role], call, inputOf(call))
    return seen
  }
  const expectedOf = (calls: readonly Endpoint[], who: readonly Role[]) =>
    Object.fromEntries(
      calls.flatMap((call) => who.map((role) => [`${call.name} as ${role}`, expected(call, role)])),
    )
  const expectReads = async () => {
    const seen = await statuses(reads, roles)
    for (const [call, status] of Object.entries(seen)) expect([200, 403], call).toContain(status)
    for (const call of byKey) expect(await statusOf(world.key, call, inputOf(call)), call.name).toBe(200)
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
      for (const call of byKey) {
        const rejection = await world.key.ask(call, inputOf(call) as never).catch((error) => error)
        expect(rejection, call.name).toBeInstanceOf(ApiError)
        expect(rejection).toMatchObject({ status: 404, code: 'NOT_FOUND', unavailable: 'archived_by_owner' })
        expect(rejection.message).toMatch(
          /^Archived by its owner until \w+ \d+, \d{4}\. Ask \S+, the owner\.$/,
        )
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
        const { counts } = await client.call(countVariables, {
          body: { environmentIds: [world.environmentId] },
        })
        expect(counts).toEqual({})
        expect((await client.call(listAccessibleEnvironments, {})).environments).toEqual([])
        expect(await client.call(findVariables, { body: { name: '*' } })).toMatchObject({
          total: 0,
          searched: 0,
        })
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
      for (const entry of theirs.logs.filter((log) => log.project_id === world.projectId))
        expect(entry.project_name).toBeNull()
    }))

  test('a paused collaborator is a stranger, and everyone else goes on', () =>
    whileArchived(async () => {
      const paused = ['member', 'token of the member'] as const
      expect(await statuses(byPeople, paused)).toEqual(expectedOf(byPeople, paused))
      for (const role of paused) {
        const client = world.clients[role]
        expect((await client.call(listProjects, {})).projects).toEqual([])
        const { counts } = await client.call(countVariables, {
          body: { environmentIds: [world.environmentId] },
        })
        expect(counts).toEqual({})
        expect((await client.call(listAccessibleEnvironments, {})).environments).toEqual([])
        expect(await client.call(findVariables, { body: { name: '*' } })).toMatchObject({
          total: 0,
          searched: 0,
        })
      }
      for (const role of ['owner', 'token of the owner'] as const)
        for (const status of Object.values(await statuses(reads, [role])))
          expect([200, 403]).toContain(status)
    }))

  test('only the owner sees who is paused', () =>
    whileArchived(async () => {
      const list = async (client: Client) =>
        (await client.call(listCollaborators, { params: { id: world.projectId } })).collaborators
      const ofOwner = await list(world.owner.client)
      expect(ofOwner.map(({ email, access_paused }) => [email, access_paused])).toEqual([
        [world.member.email, true],
        [world.guest.email, false],
      ])
    }))

  test('a paused invitation is shown and cannot be accepted', () =>
    whileArchived(async () => {
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
      app.ctx.db
        .updateTable('environments')
        .set({ rekey_pending })
        .where('id', '=', world.environmentId)
        .execute()
    const holder = {
      userId: world.member.userId,
      principal: { kind: 'user', id: world.member.userId },
    } as unknown as Parameters<typeof listPendingWork>[1]
    await setPending(1)
    expect(await listPendingWork(app.ctx.db, holder, 10)).toHaveLength(1)
    await whileArchived(async () => expect(await listPendingWork(app.ctx.db, holder, 10)).toEqual([]))
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

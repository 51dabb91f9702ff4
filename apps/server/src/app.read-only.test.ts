// A lapsed account is never held hostage: what it and its collaborators read stays byte-equal, and access can always be
// taken away. What goes beyond reading is rejected with a reason.

import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@envhold/client/client.ts'
import { checkLimit } from '@envhold/contract/billing/subscription.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { declineInvitation, listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { changeMasterPassword, rekeyEnvironments } from '@envhold/contract/keyring/keyring.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { lapse, pay, setSuspended } from '../../../dev/world/lapse.ts'
import { projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { projectInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { inTransaction } from './db/transaction.ts'
import { pauseAccess, resumeAccess } from './features/archive/paused-access-store.ts'

const aboutProjects = /^\/(env|projects|export)\//
const isOfActivity = ({ path }: Endpoint) => /activity|usage/.test(path)
/** Of what happened first, because reading values is recorded. The log of a project has each of its downloads. */
const reads = everyEndpoint
  .filter(
    ({ method, audience, path }) => method === 'GET' && (audience === 'api-key' || aboutProjects.test(path)),
  )
  .filter(({ name }) => name !== 'downloadProjectLog')
  .toSorted((a, b) => Number(isOfActivity(b)) - Number(isOfActivity(a)))

const readOnly = { code: 'PROJECT_READ_ONLY', status: 403 }
const inGrace = { ...readOnly, message: 'Read-only during grace period' }

forEachEngine((engine) => {
  const app = withApp(engine)
  // The first on an instance is its operator, whom no plan limits.
  withPerson(app)

  test('every read of a lapsed account answers byte for byte as if it were within its limits', async () => {
    const owner = await addPerson(app)
    await pay(app, owner)
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production: id, staging } = ids
    const write = (variables: Record<string, string>) =>
      owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
    await write({ HELLO: 'world', TEXT: 'two\nlines "quoted" ü' })
    await write({ HELLO: 'changed' })
    const [writer, reader] = [await addPerson(app), await addPerson(app)]
    for (const [person, role] of [[writer, 'write'] as const, [reader, 'read'] as const])
      await shareProject(app, owner, project.id, person, { role, environments: [id] })
    const key = await seedApiKey(owner, project.id)
    const callers = [
      ...[owner, writer, reader].map(({ token, masterPassword = '' }) => ({ token, masterPassword })),
      { token: (await seedPersonalToken(owner)).token },
      { apiKey: key.apiKey },
    ]
    const world = {
      ...projectWorld(app, owner, { projectId: project.id, id }),
      newApiKey: async () => key.id,
    }
    const queries: Readonly<Record<string, object>> = {
      exportProjectActivity: { format: 'csv' },
      compareEnvironments: { left: id, right: staging },
    }
    const pathOf = async ({ name, path }: Endpoint) => {
      const { params = {}, query } = await projectInput(name, world)
      const filled = path.replace(/\{(\w+)\}/g, (_, field) => String(params[field]))
      return `/api${filled}?${new URLSearchParams({ ...query, ...queries[name] })}`
    }
    const answer = async (path: string, credentials: Parameters<typeof headersOf>[0]) => {
      const response = await app.fetch(path, { headers: headersOf(credentials) })
      const text = await response.text()
      const body = text
        .replaceAll('"read_only":"grace_period"', '"read_only":null')
        .replaceAll(/,"grace":\{[^}]*\}/g, '')
        // What is recorded moves the log on: the next export has one more line, and the head is another.
        .replaceAll(/^.*,activity_exported,.*\r?\n/gm, '')
        .replaceAll(/"head":\{[^}]*\}/g, '"head":{}')
        .replaceAll(/"request_id":"[^"]*"/g, '')
      return { path, status: response.status, type: response.headers.get('content-type'), body }
    }
    await lapse(app, owner, { projects: 2 })
    // From here on, only the limit changes that makes it lapsed: its rate limits stay the same.
    const different: unknown[] = []
    for (const endpoint of reads) {
      const path = await pathOf(endpoint)
      const statuses: number[] = []
      for (const credentials of callers) {
        await changePlan(app, 'starter', { max_projects: -1 })
        const compliant = await answer(path, credentials)
        statuses.push(compliant.status)
        await changePlan(app, 'starter', { max_projects: 1 })
        const lapsed = await answer(path, credentials)
        if (!isDeepStrictEqual(lapsed, compliant)) different.push([compliant, lapsed])
      }
      expect(statuses, endpoint.name).toContain(200)
    }
    expect(different).toEqual([])
    await expect(write({ HELLO: 'again' })).rejects.toMatchObject(inGrace)
    expect((await variablesOf(reader, id)).HELLO).toBe('changed')
  })

  test('projects show why they are read-only, and only where they are', async () => {
    const [lapsed, other] = [await addPerson(app), await addPerson(app)]
    const { projectId, id } = await seedEnvironment(lapsed)
    const own = await seedEnvironment(other)
    await shareProject(app, lapsed, projectId, other, { role: 'write', environments: [id] })
    await lapse(app, lapsed, { projects: 1 })
    const reasons = async ({ client }: { client: Client }) =>
      new Map(
        (await client.call(listProjects, {})).projects.map((project) => [project.id, project.read_only]),
      )
    expect([...(await reasons(lapsed)).values()]).toEqual(['grace_period', 'grace_period'])
    expect(await reasons(other)).toEqual(
      new Map([
        [projectId, 'grace_period'],
        [own.projectId, null],
      ]),
    )
    // The projects of others that a lapsed user works in are untouched, and so are one's own.
    const write = (environmentId: number) =>
      other.client.call(writeVariables, {
        params: { id: environmentId },
        body: { variables: { A: '1' }, mode: 'merge' },
      })
    await write(own.id)
    await expect(write(id)).rejects.toMatchObject(inGrace)
    await setSuspended(app, lapsed, true)
    expect((await reasons(other)).get(projectId)).toBe('owner_suspended')
  })

  test('no project is created while there are too many, and the limits agree', async () => {
    const owner = await addPerson(app)
    await seedProject(owner)
    const create = () => owner.client.call(createProject, { body: { name: 'Another' } })
    const allowed = async (action: 'create_project' | 'invite_collaborator') =>
      (await owner.client.call(checkLimit, { body: { action } })).allowed
    await expect(create()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    await lapse(app, owner, { projects: 1 })
    await expect(create()).rejects.toMatchObject({
      ...readOnly,
      message: 'Cannot create projects during grace period - please archive excess projects or upgrade',
    })
    expect([await allowed('create_project'), await allowed('invite_collaborator')]).toEqual([false, false])
    await pay(app, owner)
    await create()
    expect([await allowed('create_project'), await allowed('invite_collaborator')]).toEqual([true, true])
  })

  test('an invitation waits until the owner has room again, and can be declined meanwhile', async () => {
    const [owner, guest, other] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { projectId, id } = await seedEnvironment(owner)
    const [invited, declined] = [
      await invite(app, owner, projectId, guest.email, { environments: [id] }),
      await invite(app, owner, projectId, other.email, { environments: [id] }),
    ]
    await lapse(app, owner, { projects: 1 })
    const message = 'The owner cannot add collaborators at the moment.'
    await expect(accept(guest, invited)).rejects.toMatchObject({ ...readOnly, message })
    expect(message).not.toMatch(/plan|grace|upgrade|pay/i)
    await markEmailVerified(app, guest)
    expect((await guest.client.call(listInvitations, {})).invitations).toHaveLength(1)
    await other.client.call(declineInvitation, { params: { token: declined.token } })
    await setSuspended(app, owner, true)
    await expect(accept(guest, invited)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await setSuspended(app, owner, false)
    await pay(app, owner)
    await accept(guest, invited)
    expect(await variablesOf(guest, id)).toEqual({ HELLO: 'world' })
  })

  test('who waits for keys gets them when the owner has room again', async () => {
    const [owner, guest] = [await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, guest)
    const { projectId, id } = await seedEnvironment(owner)
    // Sealed to the link, because the account has no vault yet, and accepted without it.
    const invited = await invite(app, owner, projectId, `late-${guest.email}`, { environments: [id] })
    const late = await addPerson(app, { email: `late-${guest.email}` })
    await markEmailVerified(app, late)
    await accept(late, { token: invited.token })
    await lapse(app, owner, { projects: 1 })
    await variablesOf(owner, id)
    await expect(variablesOf(late, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await pay(app, owner)
    // Rejected work is tried again after a while.
    app.advance(6 * 60_000)
    await variablesOf(owner, id)
    expect(await variablesOf(late, id)).toEqual({ HELLO: 'world' })
  })

  test('access is taken away and keys are replaced in a project that is read-only', async () => {
    const owner = await addPerson(app)
    const { projectId, id } = await seedEnvironment(owner)
    const [leaves, removed] = [await addPerson(app), await addPerson(app)]
    for (const person of [leaves, removed])
      await shareProject(app, owner, projectId, person, { role: 'write', environments: [id] })
    await lapse(app, owner, { projects: 1 })
    const epoch = async () => {
      const row = await app.ctx.db
        .selectFrom('environments')
        .select(['epoch', 'rekey_pending'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row
    }
    const first = await epoch()
    const remove = (by: Client, userId: number) =>
      by.call(removeCollaborator, { params: { id: projectId, userId } })
    await remove(app.as({ token: leaves.token }), leaves.userId)
    expect(await epoch()).toEqual({ ...first, rekey_pending: 1 })
    // A writer who reads replaces the key.
    expect(await variablesOf(removed, id)).toEqual({ HELLO: 'world' })
    expect(await epoch()).toEqual({ epoch: first.epoch + 1, rekey_pending: 0 })
    await remove(owner.client, removed.userId)
    expect(await epoch()).toEqual({ epoch: first.epoch + 2, rekey_pending: 0 })
    await expect(variablesOf(removed, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const masterPassword = owner.masterPassword ?? ''
    await owner.client.call(changeMasterPassword, {
      body: { currentMasterPassword: masterPassword, newMasterPassword: 'another pässword', leaked: true },
    })
    const fresh = app.as({ token: owner.token, masterPassword: 'another pässword' })
    await fresh.call(rekeyEnvironments, {})
    expect((await epoch()).rekey_pending).toBe(0)
    expect((await epoch()).epoch).toBeGreaterThan(first.epoch + 2)
    expect(await variablesOf({ client: fresh }, id)).toEqual({ HELLO: 'world' })
  })

  test('who is held sees nothing of the owner until they are released, and cannot join again', async () => {
    const owner = await addPerson(app)
    const { projectId, id } = await seedEnvironment(owner)
    const [member, guest] = [await addPerson(app), await addPerson(app)]
    await shareProject(app, owner, projectId, member, { role: 'write', environments: [id] })
    const invited = await invite(app, owner, projectId, guest.email, { environments: [id] })
    const each = async (act: (tx: Parameters<typeof pauseAccess>[0], email: string) => Promise<void>) => {
      for (const { email } of [member, guest]) await inTransaction(app.ctx, (tx) => act(tx, email))
    }
    await each((tx, email) => pauseAccess(tx, owner.userId, email))
    await expect(variablesOf(member, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await member.client.call(listProjects, {})).projects).toEqual([])
    await expect(accept(guest, invited)).rejects.toMatchObject(readOnly)
    await each((tx, email) => resumeAccess(tx, owner.userId, email))
    expect(await variablesOf(member, id)).toEqual({ HELLO: 'world' })
    await accept(guest, invited)
    expect(await variablesOf(guest, id)).toEqual({ HELLO: 'world' })
  })
})

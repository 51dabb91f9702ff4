import { createApiKey, deleteApiKey, listApiKeys } from '@envhold/contract/api-keys.ts'
import {
  inviteCollaborator,
  listCollaborators,
  removeCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import { createProject, listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import * as contract from '@envhold/contract/projects/transfers.ts'
import { updateVariable } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { environmentState } from '../../../../../../dev/world/environment-state.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { joinAs, pay, setSuspended } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { expectDetected } from '../../../../../../dev/world/planted-row.ts'
import { setHeld } from '../../../../../../dev/world/put-in-archive.ts'
import {
  seedApiKey,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../../dev/world/share-project.ts'
import { signInAs } from '../../../../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { sweepTransfers } from './sweep-transfers.ts'
import { transferRows } from './transfer-store.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
  })

  /** A project with two environments, which a collaborator shares and another shares in part, and an API key. */
  const seedShared = async () => {
    const [owner, heir, other] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production, staging } = ids
    const { id } = project
    await shareProject(app, owner, id, heir, { role: 'read', environments: [production, staging] })
    await shareProject(app, owner, id, other, { environments: [staging] })
    const key = await seedApiKey(owner, id)
    return { owner, heir, other, id, production, staging, key }
  }
  type Shared = Awaited<ReturnType<typeof seedShared>>
  const offer = (
    { owner, heir, id }: Pick<Shared, 'owner' | 'heir' | 'id'>,
    remaining_role: contract.RemainingRole = 'write',
  ) =>
    owner.client.call(contract.offerProjectTransfer, {
      params: { id },
      body: { user_id: heir.userId, remaining_role },
    })
  const acceptBy = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(contract.acceptProjectTransfer, { params: { id } })
  const end = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(contract.endProjectTransfer, { params: { id } })
  const read = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(contract.readProjectTransfer, { params: { id } })
  const roleOf = async ({ client }: Pick<Person, 'client'>, id: number) =>
    (await client.call(readProject, { params: { id } })).project.user_role
  const statusOfKey = async ({ key, id }: Pick<Shared, 'key' | 'id'>, url = app.url) =>
    (await fetch(`${url}/api/v1/inject/${id}/production`, { headers: headersOf(key) })).status
  const mailsTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)
  const ownerIn = async (id: number) =>
    (
      await app.ctx.db
        .selectFrom('projects')
        .select('owner_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).owner_id
  const notFound = { status: 404 }
  const rejected = { status: 409, code: 'CONFLICT' }

  test('who may own it is told with the environments that are missing', async () => {
    const shared = await seedShared()
    const { owner, heir, other, id } = shared
    const { candidates } = await read(owner, id)
    expect(candidates).toEqual([
      { user_id: heir.userId, username: heir.username, unavailable: null, missing_environments: [] },
      {
        user_id: other.userId,
        username: other.username,
        unavailable: null,
        missing_environments: ['production'],
      },
    ])
    await expect(offer({ ...shared, heir: other })).rejects.toMatchObject({
      ...rejected,
      message: expect.stringContaining('has no access to production'),
    })
    await expect(offer({ ...shared, heir: owner })).rejects.toMatchObject(notFound)
    // A row without grants, as a writer of the database restores it, is not enough.
    const joined = await joinAs(app, id)
    await expect(offer({ ...shared, heir: { ...other, userId: joined.userId } })).rejects.toMatchObject(
      rejected,
    )
    expect((await read(heir, id)).candidates).toEqual([])
  })

  test('who can accept it now reads it beside the invitations, and nobody else', async () => {
    const shared = await seedShared()
    const { owner, heir, other, id } = shared
    const offeredTo = async ({ client }: Person) =>
      (await client.call(listInvitations, {})).offered_projects.map(({ project_id }) => project_id)
    await offer(shared)
    expect(await offeredTo(heir)).toEqual([id])
    for (const person of [owner, other]) expect(await offeredTo(person)).toEqual([])
    const opens_at = app.ctx.clock() + day
    const row = await transferRows.find(app.ctx, { project_id: id })
    await inTransaction(app.ctx, async (tx) => {
      if (row) await transferRows.change(tx, row, { opens_at })
    })
    expect(await offeredTo(heir)).toEqual([])
    await end(owner, id)
    expect(await offeredTo(heir)).toEqual([])
  })

  test('accepted twice at the same time, it changes once, and everything belongs to the new owner', async () => {
    const shared = await seedShared()
    const { owner, heir, other, id, production, staging, key } = shared
    const token = await seedPersonalToken(heir)
    await changePlan(app, 'pro', { max_api_calls_per_month: 1_000 })
    await pay(app, owner)
    await pay(app, heir)
    for (const url of [app.url, node.url, app.url, node.url]) expect(await statusOfKey(shared, url)).toBe(200)
    await offer(shared)
    await expect(offer(shared)).rejects.toMatchObject(rejected)
    expect(await roleOf(heir, id)).toBe('read')
    expect((await read(heir, id)).transfer).toMatchObject({
      to: { user_id: heir.userId },
      started_by: 'owner',
    })
    expect((await read(other, id)).transfer).toBeNull()
    await expect(acceptBy(other, id)).rejects.toMatchObject(notFound)
    await expect(acceptBy(owner, id)).rejects.toMatchObject(notFound)
    await expect(acceptBy({ client: app.as({ token: heir.token }) }, id)).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    await invite(app, owner, id, 'later@example.com', { environments: [staging] })

    const outcomes = await Promise.allSettled([acceptBy(heir, id), acceptBy(heir, id)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ownerIn(id)).toBe(heir.userId)
    expect([await roleOf(heir, id), await roleOf(owner, id), await roleOf(other, id)]).toEqual([
      'owner',
      'write',
      'write',
    ])
    for (const url of [app.url, node.url, app.url, node.url]) expect(await statusOfKey(shared, url)).toBe(200)
    for (const person of [owner, heir, { client: app.as(token) }])
      expect(await variablesOf(person, production)).toEqual({})
    // The calls of keys count for the new owner, on every node.
    const counted = await app.ctx.db
      .selectFrom('rate_windows')
      .select('principal')
      .where('principal', 'like', `%${heir.userId}`)
      .execute()
    expect(counted.length).toBeGreaterThan(0)
    // Only the new owner manages it.
    await expect(owner.client.call(listApiKeys, { params: { id } })).rejects.toMatchObject({ status: 403 })
    await owner.client
      .call(updateVariable, { params: { id: production, key: 'NO' }, body: { value: '1' } })
      .catch(() => {})
    const { environment } = await heir.client.call(createEnvironment, {
      params: { projectId: id },
      body: { name: 'new' },
    })
    expect((await environmentState(app, environment.id)).grants.length).toBe(3)
    await seedApiKey(heir, id)
    const { collaborators, owner: listed } = await heir.client.call(listCollaborators, { params: { id } })
    expect(listed.user_id).toBe(heir.userId)
    expect(collaborators.map(({ email }) => email).toSorted()).toEqual(
      [owner.email, other.email, 'later@example.com'].toSorted(),
    )
    const invitation = await app.ctx.db
      .selectFrom('invitations')
      .selectAll()
      .where('project_id', '=', id)
      .execute()
    expect(invitation).toMatchObject([{ inviter_id: heir.userId }])
    await heir.client.call(deleteApiKey, { params: { id, keyId: key.id } })
    expect(await statusOfKey(shared)).toBe(401)
    await heir.client.call(removeCollaborator, { params: { id, userId: owner.userId } })
    await expect(roleOf(owner, id)).rejects.toMatchObject(notFound)
    expect(await variablesOf(heir, production)).toEqual({})
    expect(await mailsTo(owner)).toEqual(
      expect.arrayContaining(['transfer-started', 'ownership-transferred']),
    )
    expect(await mailsTo(owner)).not.toContain('api-key-deleted')
    expect(await mailsTo(heir)).toEqual(
      expect.arrayContaining(['transfer-offered', 'ownership-received', 'api-key-deleted']),
    )
    expect((await mailsTo(other)).filter((template) => template === 'owner-changed')).toHaveLength(1)
    const events = (await activityOf(app)).filter(
      ({ event_type, project_id }) => event_type === 'project_transferred' && project_id === id,
    )
    expect(events.map(({ user_id }) => user_id).toSorted()).toEqual([owner.userId, heir.userId].toSorted())
  })

  test('what the former owner creates at the same time belongs to the owner, or is rejected', async () => {
    for (let round = 0; round < 4; round++) {
      const shared = await seedShared()
      const { owner, heir, id } = shared
      await offer(shared, 'none')
      const create = (name: string) =>
        owner.client.call(createEnvironment, { params: { projectId: id }, body: { name } })
      await Promise.allSettled([create('one'), acceptBy(heir, id), seedApiKey(owner, id), create('two')])
      const ownerId = await ownerIn(id)
      const person = ownerId === heir.userId ? heir : owner
      const { environments } = await person.client.call(listEnvironments, { params: { projectId: id } })
      for (const environment of environments) expect(await variablesOf(person, environment.id)).toEqual({})
      const keys = (await person.client.call(listApiKeys, { params: { id } })).api_keys
      expect(keys.length).toBeGreaterThan(0)
    }
  })

  test('a former owner who leaves cannot read what is written at the same time or later', async () => {
    const shared = await seedShared()
    const { owner, heir, id, production, staging } = shared
    const token = await seedPersonalToken(owner)
    const before = await environmentState(app, production)
    await offer(shared, 'none')
    await acceptBy(heir, id)
    await expect(roleOf(owner, id)).rejects.toMatchObject(notFound)
    for (const person of [owner, { client: app.as(token) }])
      await expect(variablesOf(person, production)).rejects.toMatchObject(notFound)
    for (const environment of [production, staging]) {
      const state = await environmentState(app, environment)
      expect(state.rekey_pending).toBe(0)
      const holders = state.grants.map(({ kind, principal }) => `${kind}/${principal}`)
      expect(holders).not.toContain(`user/${owner.userId}`)
      expect(holders.join()).not.toContain(token.id)
    }
    expect((await environmentState(app, production)).epoch).toBe(before.epoch + 1)
    expect(await statusOfKey(shared)).toBe(200)
    expect(await variablesOf(heir, production)).toEqual({})
  })

  test('owner and collaborator end it, nobody else does, and it ends after 7 days', async () => {
    const shared = await seedShared()
    const { owner, heir, other, id } = shared
    await expect(end(owner, id)).rejects.toMatchObject(notFound)
    await offer(shared)
    await expect(end(other, id)).rejects.toMatchObject(notFound)
    await end(owner, id)
    await expect(acceptBy(heir, id)).rejects.toMatchObject(notFound)
    await offer(shared)
    await end(heir, id)
    await offer(shared)
    app.advance(7 * day)
    const [again, later] = [
      { ...heir, client: await signInAs(app, heir) },
      { ...owner, client: await signInAs(app, owner) },
    ]
    await expect(acceptBy(again, id)).rejects.toMatchObject(notFound)
    expect((await read(later, id)).transfer).toBeNull()
    await sweepTransfers(app.ctx)
    expect(await sweepTransfers(app.ctx)).toBe(0)
    for (const person of [owner, heir])
      expect((await mailsTo(person)).filter((template) => template === 'transfer-ended')).toHaveLength(3)
    expect(await ownerIn(id)).toBe(owner.userId)
  })

  test('the plan of the new owner has to have room for it and its people', async () => {
    const shared = await seedShared()
    const { owner, heir, id } = shared
    await offer(shared, 'none')
    await heir.client.call(createProject, { body: { name: 'Own' } })
    await expect(acceptBy(heir, id)).rejects.toMatchObject({ status: 403, code: 'LIMIT_REACHED' })
    expect(await ownerIn(id)).toBe(owner.userId)
    expect(await roleOf(heir, id)).toBe('read')
    await changePlan(app, 'starter', { max_projects: 2, max_collaborators: 0 })
    await expect(acceptBy(heir, id)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    await changePlan(app, 'starter', { max_collaborators: 2, max_stored_bytes: 5_000 })
    await expect(acceptBy(heir, id)).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('With this project you would store'),
    })
    await changePlan(app, 'starter', { max_stored_bytes: 100_000_000 })
    await acceptBy(heir, id)
    expect(await ownerIn(id)).toBe(heir.userId)
    await changePlan(app, 'starter', { max_projects: 1, max_collaborators: 2 })
    expect((await owner.client.call(listProjects, {})).projects).toEqual([])
    await owner.client.call(createProject, { body: { name: 'Room again' } })
  })

  test('paused access cannot be given a project, and comes back with a new owner', async () => {
    const shared = await seedShared()
    const { owner, heir, other, id, staging } = shared
    await setHeld(app, owner, heir, true)
    await expect(offer(shared)).rejects.toMatchObject(rejected)
    await setHeld(app, owner, heir, false)
    await setHeld(app, owner, other, true)
    await offer(shared)
    await setHeld(app, owner, heir, true)
    await expect(acceptBy(heir, id)).rejects.toMatchObject(notFound)
    await setHeld(app, owner, heir, false)
    await acceptBy(heir, id)
    expect(await variablesOf(other, staging)).toEqual({})
  })

  test('a suspension ends what the owner started, and so does another environment', async () => {
    const shared = await seedShared()
    const { owner, heir, id } = shared
    await offer(shared)
    await setSuspended(app, owner, true)
    await expect(acceptBy(heir, id)).rejects.toMatchObject(rejected)
    await setSuspended(app, owner, false)
    await owner.client.call(createEnvironment, { params: { projectId: id }, body: { name: 'newer' } })
    await expect(acceptBy(heir, id)).rejects.toMatchObject(rejected)
    await owner.client.call(removeCollaborator, { params: { id, userId: heir.userId } })
    await expect(acceptBy(heir, id)).rejects.toMatchObject(notFound)
    expect(await ownerIn(id)).toBe(owner.userId)
  })

  test('an invitation and keys that wait are completed by the new owner', async () => {
    const shared = await seedShared()
    const { owner, heir, id, staging } = shared
    await pay(app, owner)
    await pay(app, heir)
    const [early, invited] = [await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, early)
    const mail = 'early-heir@example.com'
    const open = await invite(app, owner, id, mail, { environments: [staging] })
    const joined = await addPerson(app, { email: mail })
    await markEmailVerified(app, joined)
    await accept(joined, { token: open.token })
    await markEmailVerified(app, invited)
    const waiting = await invite(app, owner, id, invited.email, { environments: [staging] })
    await offer(shared, 'none')
    await acceptBy(heir, id)
    await accept(invited, waiting)
    expect(await variablesOf(invited, staging)).toEqual({})
    await variablesOf(heir, staging)
    expect(await variablesOf(joined, staging)).toEqual({})
    await heir.client.call(inviteCollaborator, {
      params: { id },
      body: { email: owner.email, role: 'read', environments: [staging] },
    })
    await heir.client.call(createApiKey, {
      params: { id },
      body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
    })
  })

  test.each([
    ['for somebody else', (w: Shared) => ({ to_id: w.other.userId })],
    ['that lasts longer', () => ({ expires_at: 9_999_999_999_999 })],
    ['that leaves nothing to the owner', () => ({ remaining_role: 'none' as const })],
  ])('a transfer %s, written from outside, is rejected', async (_, change) => {
    const shared = await seedShared()
    const { owner, heir, other, id } = shared
    await offer(shared)
    await app.ctx.db
      .updateTable('project_transfers')
      .set(change(shared))
      .where('project_id', '=', id)
      .execute()
    for (const person of [heir, other, owner])
      await expectDetected(app, 'project_transfers', () => acceptBy(person, id))
    expect(await ownerIn(id)).toBe(owner.userId)
    await app.ctx.db.deleteFrom('project_transfers').where('project_id', '=', id).execute()
  })

  test('offers are limited', async () => {
    const shared = await seedShared()
    const { owner, id } = shared
    for (let n = 0; n < 10; n++) {
      await offer(shared)
      await end(owner, id)
    }
    await expect(offer(shared)).rejects.toMatchObject({ status: 429 })
  })
})

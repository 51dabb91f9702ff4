import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { listProjectActivity } from '@envhold/contract/activity/activity.ts'
import { deactivateApiKey } from '@envhold/contract/operator/api-keys.ts'
import * as contract from '@envhold/contract/operator/projects.ts'
import { forceDeleteUser, listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { deleteProject, readProject } from '@envhold/contract/projects/projects.ts'
import {
  acceptProjectTransfer,
  endProjectTransfer,
  readProjectTransfer,
} from '@envhold/contract/projects/transfers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { setSuspended } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedApiKey, seedProject, variablesOf } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { writeRoot } from '../../audit-log/write-root.ts'
import { sweepTransfers } from '../../collaborators/transfer/sweep-transfers.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app)
  })

  /** After days, nobody's session is left. */
  const again = async (person: Person) => {
    const { email, password, masterPassword = '' } = person
    const { token } = await app.as().call(login, { body: { email, password } })
    return { ...person, client: app.as({ token, masterPassword }) }
  }
  const seedShared = async () => {
    operator = await again(operator)
    const [owner, heir, other] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const environments = [ids.production, ids.staging]
    await shareProject(app, owner, project.id, heir, { environments })
    await shareProject(app, owner, project.id, other, { environments: [ids.staging] })
    return { owner, heir, other, id: project.id, production: ids.production }
  }
  const start = ({ client }: Pick<Person, 'client'>, id: number, to: Pick<Person, 'userId'>) =>
    client.call(contract.startUserTransfer, {
      params: { id },
      body: { user_id: to.userId, reason: 'The team asked' },
    })
  const end = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(contract.endUserTransfer, { params: { id }, body: { reason: 'A mistake' } })
  const acceptBy = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(acceptProjectTransfer, { params: { id } })
  const mailsTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)
  const passDays = async (days: number) => {
    for (let half = 0; half < 2 * days; half++) {
      app.advance(day / 2)
      await writeRoot(app.ctx)
    }
  }
  const rejected = { status: 409, code: 'CONFLICT' }

  test('the owner can object for 7 days, then the collaborator accepts, but not by a clock that jumped', async () => {
    const { owner, heir, other, id, production } = await seedShared()
    const { candidates } = await operator.client.call(contract.readUserTransfer, { params: { id } })
    expect(candidates.map(({ missing_environments }) => missing_environments)).toEqual([0, 1])
    await expect(start(operator, id, other)).rejects.toMatchObject({
      ...rejected,
      message: expect.stringContaining('has no access to 1 environment.'),
    })
    await start(operator, id, heir)
    await expect(start(operator, id, heir)).rejects.toMatchObject(rejected)
    await expect(acceptBy(heir, id)).rejects.toMatchObject(rejected)
    expect((await owner.client.call(readProjectTransfer, { params: { id } })).transfer).toMatchObject({
      started_by: 'operator',
    })
    expect((await owner.client.call(listOwnOperatorActs, {})).acts).toMatchObject([
      { act: 'start_transfer', reason: 'The team asked' },
    ])
    expect(await mailsTo(owner)).toContain('transfer-by-operator')
    expect(await mailsTo(heir)).toContain('transfer-announced')
    await passDays(6)
    await sweepTransfers(app.ctx)
    expect(await mailsTo(heir)).not.toContain('transfer-offered')
    app.advance(2 * day)
    const later = await again(heir)
    await expect(acceptBy(later, id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await passDays(2)
    for (const _ of ['once', 'again']) await sweepTransfers(app.ctx)
    expect((await mailsTo(heir)).filter((template) => template === 'transfer-offered')).toHaveLength(1)
    const last = await again(heir)
    await acceptBy(last, id)
    expect(await variablesOf(last, production)).toEqual({})
    const former = await again(owner)
    const { project } = await former.client.call(readProject, { params: { id } })
    expect(project).toMatchObject({ user_role: 'write', owner: heir.userId })
  })

  test('the owner objects, and the operator calls off', async () => {
    const { owner, heir, id } = await seedShared()
    await expect(end(operator, id)).rejects.toMatchObject({ status: 404 })
    await start(operator, id, heir)
    await owner.client.call(endProjectTransfer, { params: { id } })
    await start(operator, id, heir)
    await end(operator, id)
    for (const person of [owner, heir])
      expect((await mailsTo(person)).filter((template) => template === 'transfer-ended')).toHaveLength(2)
    const { acts } = await owner.client.call(listOwnOperatorActs, {})
    expect(acts.map(({ act }) => act).toSorted()).toEqual([
      'end_transfer',
      'start_transfer',
      'start_transfer',
    ])
    await passDays(8)
    await expect(acceptBy(await again(heir), id)).rejects.toMatchObject({ status: 404 })
  })

  test('neither the owner nor a collaborator reads which operator acts, nor from where', async () => {
    const { owner, heir, other, id } = await seedShared()
    await start(operator, id, heir)
    await end(operator, id)
    await start(operator, id, heir)
    await setSuspended(app, heir, true)
    await operator.client.call(forceDeleteUser, {
      params: { id: heir.userId },
      body: { reason: 'Abuse' },
    })
    for (const { client } of [owner, other]) {
      const { activities } = await client.call(listProjectActivity, { params: { id }, query: {} })
      const transfers = activities.filter(({ description }) => /Offered|transfer of/.test(description))
      expect(transfers.map(({ users, ip_address }) => ({ users, ip_address }))).toEqual(
        Array(4).fill({ users: null, ip_address: null }),
      )
    }
  })

  test('no operator acts on what belongs to an account with more permissions', async () => {
    const { owner, heir, id } = await seedShared()
    await start(operator, id, heir)
    await assignRole(app, owner.userId, 'SUPER_ADMIN')
    const cleaner = await addPerson(app)
    await writeRole(app, 'CLEANER', ['admin.cleanup'])
    await assignRole(app, cleaner.userId, 'CLEANER')
    const lacking = { status: 403, message: 'This account has permissions that you do not have.' }
    await expect(end(cleaner, id)).rejects.toMatchObject(lacking)
    await end(operator, id)
    await expect(start(cleaner, id, heir)).rejects.toMatchObject(lacking)
    const key = await seedApiKey(owner, id)
    const body = { reason: 'A mistake' }
    await expect(
      cleaner.client.call(deactivateApiKey, { params: { id: key.id }, body }),
    ).rejects.toMatchObject(lacking)
    await owner.client.call(deleteProject, { params: { id } })
    await expect(
      cleaner.client.call(contract.restoreUserProject, { params: { id }, body }),
    ).rejects.toMatchObject(lacking)
  })

  test('of a suspended owner it moves after 7 days, of a deleted one not at all', async () => {
    const suspended = await seedShared()
    await setSuspended(app, suspended.owner, true)
    await start(operator, suspended.id, suspended.heir)
    const deleted = await seedShared()
    await deleted.owner.client.call(deleteAccount, { body: { password: deleted.owner.password } })
    await expect(start(operator, deleted.id, deleted.heir)).rejects.toMatchObject(rejected)
    await passDays(7)
    await sweepTransfers(app.ctx)
    expect(await mailsTo(suspended.heir)).toContain('transfer-offered')
    await acceptBy(await again(suspended.heir), suspended.id)
  })

  test('no operator offers a project to themselves, or without the permission', async () => {
    const { owner, heir, id, production } = await seedShared()
    await assignRole(app, heir.userId, 'SUPER_ADMIN')
    await expect(start(heir, id, heir)).rejects.toMatchObject(rejected)
    const reader = await addPerson(app)
    await writeRole(app, 'TRANSFER_READER', ['admin.stats'])
    await assignRole(app, reader.userId, 'TRANSFER_READER')
    for (const person of [reader, owner]) {
      await expect(start(person, id, heir)).rejects.toMatchObject({ status: 403 })
      await expect(end(person, id)).rejects.toMatchObject({ status: 403 })
      await expect(person.client.call(contract.readUserTransfer, { params: { id } })).rejects.toMatchObject({
        status: 403,
      })
    }
    expect(await variablesOf(owner, production)).toEqual({})
  })
})

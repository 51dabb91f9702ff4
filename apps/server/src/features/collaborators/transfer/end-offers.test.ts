import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import {
  listCollaborators,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { updateProject } from '@envhold/contract/projects/projects.ts'
import * as contract from '@envhold/contract/projects/transfers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { sweepTransfers } from './sweep-transfers.ts'
import { transferRows } from './transfer-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeAll(async () => {
    // The first on an instance is its operator, whom no plan limits.
    await addPerson(app)
  })

  /** A project that is offered to the collaborator who shares both of its environments. */
  const seedOffered = async () => {
    const [owner, heir] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { id } = project
    const environments = [ids.production, ids.staging]
    await shareProject(app, owner, id, heir, { role: 'read', environments })
    await owner.client.call(contract.offerProjectTransfer, {
      params: { id },
      body: { user_id: heir.userId, remaining_role: 'none' },
    })
    return { owner, heir, id, environments }
  }
  type Offered = Awaited<ReturnType<typeof seedOffered>>

  const offeredTo = async ({ client }: Person) => (await client.call(listInvitations, {})).offered_projects
  const transferOf = async ({ client }: Person, id: number) =>
    (await client.call(contract.readProjectTransfer, { params: { id } })).transfer
  const acceptBy = ({ client }: Person, id: number) =>
    client.call(contract.acceptProjectTransfer, { params: { id } })
  const endMails = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to, template }) => to === email && template === 'transfer-ended')
  const remove = ({ owner, heir, id }: Offered, by: Person = owner) =>
    by.client.call(removeCollaborator, { params: { id, userId: heir.userId } })
  const deleteAccountOf = ({ client, password }: Person) => client.call(deleteAccount, { body: { password } })
  const notFound = { status: 404 }

  const endings: readonly (readonly [string, (offered: Offered) => Promise<unknown>, string])[] = [
    ['the collaborator is removed', (offered) => remove(offered), 'is no longer a collaborator'],
    ['the collaborator leaves', (offered) => remove(offered, offered.heir), 'is no longer a collaborator'],
    [
      'an environment is taken from the collaborator',
      ({ owner, heir, id, environments }) =>
        owner.client.call(updateCollaborator, {
          params: { id, userId: heir.userId },
          body: { environments: environments.slice(1) },
        }),
      'no longer has access to every environment',
    ],
  ]
  test.each(endings)('an offer ends when %s, and both are mailed why', async (_, end, why) => {
    const offered = await seedOffered()
    const { owner, heir, id } = offered
    await end(offered)
    for (const person of [owner, heir])
      expect(await endMails(person)).toEqual([
        expect.objectContaining({ text: expect.stringContaining(why) }),
      ])
    expect(await offeredTo(heir)).toEqual([])
    expect(await transferOf(owner, id)).toBeNull()
    await expect(acceptBy(heir, id)).rejects.toMatchObject(notFound)
  })

  test('an offer ends with the account of either side, and the other is mailed', async () => {
    const [left, right] = [await seedOffered(), await seedOffered()]
    await deleteAccountOf(left.heir)
    expect(await transferOf(left.owner, left.id)).toBeNull()
    await deleteAccountOf(right.owner)
    expect(await offeredTo(right.heir)).toEqual([])
    for (const [here, deleted] of [
      [left.owner, left.heir],
      [right.heir, right.owner],
    ] as const) {
      const why = `The account of ${deleted.username} was deleted.`
      expect(await endMails(here)).toEqual([expect.objectContaining({ text: expect.stringContaining(why) })])
      expect(await endMails(deleted)).toEqual([])
    }
  })

  test('a collaborator who deleted the account is listed as such, for the owner only', async () => {
    const { owner, heir, id, environments } = await seedOffered()
    const other = await addPerson(app)
    await shareProject(app, owner, id, other, { environments })
    await deleteAccountOf(heir)
    const { candidates } = await owner.client.call(contract.readProjectTransfer, { params: { id } })
    expect(candidates.map(({ unavailable }) => unavailable)).toEqual(['account_deleted', null])
    const body = { user_id: heir.userId, remaining_role: 'none' as const }
    await expect(
      owner.client.call(contract.offerProjectTransfer, { params: { id }, body }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('their account was deleted') })
    const deletedFor = async ({ client }: Person) =>
      (await client.call(listCollaborators, { params: { id } })).collaborators.map(
        ({ account_deleted_until }) => account_deleted_until !== null,
      )
    expect(await deletedFor(owner)).toEqual([true, false])
    expect(await deletedFor(other)).toEqual([false, false])
  })

  test('a role that changes leaves the offer open', async () => {
    const { owner, heir, id } = await seedOffered()
    const params = { id, userId: heir.userId }
    await owner.client.call(updateCollaborator, { params, body: { role: 'write' } })
    expect(await offeredTo(heir)).toMatchObject([{ project_id: id }])
  })

  test('a row that outlived the membership offers nothing, also after another invitation', async () => {
    const offered = await seedOffered()
    const { owner, heir, id, environments } = offered
    const row = await transferRows.find(app.ctx, { project_id: id })
    if (!row) throw new Error('No offer')
    await remove(offered)
    await inTransaction(app.ctx, (tx) => transferRows.insert(tx, { ...row, created_at: row.created_at - 1 }))
    await owner.client.call(updateProject, { params: { id }, body: { name: 'Secret name' } })
    for (const isInvitedAgain of [false, true]) {
      if (isInvitedAgain) await shareProject(app, owner, id, heir, { role: 'read', environments })
      expect(await offeredTo(heir)).toEqual([])
      expect(await transferOf(owner, id)).toBeNull()
      await expect(acceptBy(heir, id)).rejects.toMatchObject(notFound)
    }
    app.advance(8 * 86_400_000)
    await sweepTransfers(app.ctx)
    expect(await transferRows.has(app.ctx, { project_id: id })).toBe(false)
    expect(JSON.stringify(await endMails(heir))).not.toContain('Secret name')
  })
})

import {
  cancelInvitation,
  listCollaborators,
  updateInvitation,
} from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedPersonalToken, seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { canonical } from '../users/canonical.ts'
import { findInvitationTo, insertInvitation } from './invitation-store.ts'

const dayMs = 86_400_000

type Caller = Pick<Person, 'client'>
type Change = { role?: 'read' | 'write'; environments?: number[] }

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const shop = async () => {
    const { project, ids } = await seedProject(owner, 'one', 'two', 'three')
    const { one, two, three } = ids
    for (const id of [one, two, three]) await put(owner, id, 'FIRST')
    return { projectId: project.id, one, two, three }
  }
  const put = (by: Caller, id: number, key: string) =>
    by.client.call(createVariable, { params: { id }, body: { key, value: '1' } })
  const locked = ({ lockedClient }: Person) => ({ client: lockedClient })
  const change = (by: Caller, id: number, email: string, body: Change) =>
    by.client.call(updateInvitation, { params: { id }, body: { email, ...body } })
  const rejection = (code: string) => expect.objectContaining({ code })
  const keyOf = async (id: number) =>
    await app.ctx.db
      .selectFrom('environments')
      .select(['epoch', 'rekey_pending'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test.each(['account', 'link'])(
    'an update of an invitation sealed to the %s applies on acceptance',
    async (kind) => {
      const { projectId, one, two, three } = await shop()
      const grace = await addPerson(app)
      if (kind === 'account') await markEmailVerified(app, grace)
      const invited = await invite(app, owner, projectId, grace.email, {
        environments: [one, two],
        role: 'write',
      })
      const mails = (await mailsOf(app)).length

      const events = await eventsDuring(app, async () => {
        const body = { role: 'read', environments: [two, three] } as const
        const { collaborator } = await change(owner, projectId, grace.email.toUpperCase(), {
          ...body,
          environments: [...body.environments],
        })
        expect(collaborator).toMatchObject({
          user_id: null,
          email: grace.email,
          status: 'pending',
          role: 'read',
          shared_environments: [two, three],
        })
      })
      expect(events).toEqual(expect.arrayContaining([expect.stringContaining('user_role_changed')]))
      // The removed environment has a new key already, and no mail was sent.
      expect(await keyOf(one)).toMatchObject({ epoch: 2, rekey_pending: 0 })
      expect(await mailsOf(app)).toHaveLength(mails)
      const listed = await owner.client.call(listCollaborators, { params: { id: projectId } })
      expect(listed.collaborators).toMatchObject([{ role: 'read', shared_environments: [two, three] }])
      if (kind === 'account')
        expect((await grace.client.call(listInvitations, {})).invitations).toMatchObject([
          { role: 'read', environment_count: 2 },
        ])

      expect(await accept(grace, invited)).toMatchObject({
        keys_pending: false,
        project: { user_role: 'read' },
      })
      for (const id of [two, three]) expect(await variablesOf(grace, id)).toEqual({ FIRST: '1' })
      await expect(variablesOf(grace, one)).rejects.toEqual(rejection('NOT_FOUND'))
      await expect(put(grace, two, 'SECOND')).rejects.toEqual(rejection('FORBIDDEN'))
      expect(app.logged()).not.toContain('changed from outside')
    },
  )

  test('with the vault locked nothing is added, and a removed environment gets a pending re-key', async () => {
    const { projectId, one, two, three } = await shop()
    const grace = await addPerson(app)
    await markEmailVerified(app, grace)
    const invited = await invite(app, owner, projectId, grace.email, { environments: [one, two] })
    await expect(
      change(locked(owner), projectId, grace.email, { environments: [one, two, three] }),
    ).rejects.toEqual(rejection('MASTER_PASSWORD_REQUIRED'))
    await change(locked(owner), projectId, grace.email, { role: 'read', environments: [two] })
    expect(await keyOf(one)).toMatchObject({ epoch: 1, rekey_pending: 1 })
    // Added again with a new key, once the vault is unlocked.
    await change(owner, projectId, grace.email, { environments: [one, two] })
    expect(await keyOf(one)).toMatchObject({ epoch: 2, rekey_pending: 0 })
    await accept(grace, invited)
    for (const id of [one, two]) expect(await variablesOf(grace, id)).toEqual({ FIRST: '1' })
  })

  test('rejects callers who do not own the project, and access that the invitation cannot offer', async () => {
    const { projectId, one, two } = await shop()
    const other = await shop()
    const collaborator = await addPerson(app)
    const stranger = await addPerson(app)
    await shareProject(app, owner, projectId, collaborator, { environments: [one], role: 'write' })
    const email = 'invited@example.com'
    const { token } = await invite(app, owner, projectId, email, { environments: [one] })

    await expect(change(collaborator, projectId, email, { role: 'write' })).rejects.toEqual(
      rejection('FORBIDDEN'),
    )
    await expect(change(stranger, projectId, email, { role: 'write' })).rejects.toEqual(
      rejection('NOT_FOUND'),
    )
    for (const environments of [[one, other.one], [], [one, one]])
      await expect(change(owner, projectId, email, { environments })).rejects.toEqual(
        rejection('VALIDATION_FAILED'),
      )
    await expect(change(owner, projectId, 'nobody@example.com', {})).rejects.toEqual(rejection('NOT_FOUND'))
    await expect(change(owner, projectId, collaborator.email, {})).rejects.toEqual(rejection('NOT_FOUND'))
    await expect(change(owner, other.projectId, email, {})).rejects.toEqual(rejection('NOT_FOUND'))
    const readsOnly = app.as(
      await seedPersonalToken(owner, ['manage_projects', 'read_variables', 'read_schema']),
    )
    await expect(
      change({ client: readsOnly }, projectId, email, { role: 'write', environments: [one, two] }),
    ).rejects.toEqual(rejection('FORBIDDEN'))
    expect(token).toHaveLength(22)
    expect(
      (await owner.client.call(listCollaborators, { params: { id: projectId } })).collaborators,
    ).toContainEqual(expect.objectContaining({ email, role: 'write', shared_environments: [one] }))

    await owner.client.call(cancelInvitation, { params: { id: projectId }, body: { email } })
    await expect(change(owner, projectId, email, { role: 'read' })).rejects.toEqual(rejection('NOT_FOUND'))
    await invite(app, owner, projectId, 'late@example.com', { environments: [one] })
    app.advance(7 * dayMs)
    await expect(change(owner, projectId, 'late@example.com', { role: 'read' })).rejects.toEqual(
      rejection('NOT_FOUND'),
    )
  })

  test('a change concurrent with the acceptance is part of it or is rejected', async () => {
    for (const withLink of [false, true]) {
      const { projectId, one, two } = await shop()
      const grace = await addPerson(app)
      if (!withLink) await markEmailVerified(app, grace)
      const { token, secret } = await invite(app, owner, projectId, grace.email, { environments: [one] })
      const [accepted, changed] = await Promise.allSettled([
        grace.client.call(acceptInvitation, { params: { token }, body: { secret } }),
        change(owner, projectId, grace.email, { environments: [two] }),
      ])
      expect(accepted.status).toBe('fulfilled')
      if (changed.status === 'rejected') expect(changed.reason).toEqual(rejection('NOT_FOUND'))
      const [has, lacks] = changed.status === 'fulfilled' ? [two, one] : [one, two]
      expect(await variablesOf(grace, has)).toEqual({ FIRST: '1' })
      await expect(variablesOf(grace, lacks)).rejects.toEqual(rejection('NOT_FOUND'))
      expect(app.logged()).not.toContain('changed from outside')
    }
  })

  test('limits the number of changes', async () => {
    const { projectId, one } = await shop()
    const by = await addPerson(app)
    await expect(change(by, projectId, 'x@example.com', {})).rejects.toEqual(rejection('NOT_FOUND'))
    await invite(app, owner, projectId, 'often@example.com', { environments: [one] })
    const again = () => change(locked(owner), projectId, 'often@example.com', {})
    const outcomes: string[] = []
    for (let n = 0; n <= 120; n++)
      outcomes.push(
        await again().then(
          () => 'done',
          ({ code }) => code,
        ),
      )
    expect(outcomes.at(-1)).toBe('RATE_LIMITED')
    app.advance(3_600_000)
    await again()
  })

  test('lists the newest hundred invitations, however many there are', async () => {
    const { projectId, one } = await shop()
    const often = await addPerson(app)
    await markEmailVerified(app, often)
    await invite(app, owner, projectId, often.email, { environments: [one] })
    const first = await findInvitationTo(app.ctx, projectId, canonical(often.email))
    if (!first) throw new Error('No invitation')
    const { id: _, mac: __, ...row } = first
    for (let n = 0; n < 100; n++) {
      const { project } = await seedProject(owner)
      const other = { token: `more-${n}`, link_id: `more-${n}`, project_id: project.id }
      await inTransaction(app.ctx, (tx) => insertInvitation(tx, { ...row, ...other }))
    }
    const { invitations } = await often.client.call(listInvitations, {})
    expect(invitations).toHaveLength(100)
    expect(invitations.map(({ token }) => token)).not.toContain(first.token)
  })
})

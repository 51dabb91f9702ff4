import { register } from '@envhold/contract/accounts/accounts.ts'
import { changeEmail, confirmEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import {
  cancelInvitation,
  inviteCollaborator,
  listCollaborators,
  removeCollaborator,
  updateCollaborator,
  updateInvitation,
} from '@envhold/contract/collaborators/collaborators.ts'
import {
  declineInvitation,
  listInvitations,
  openInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import { offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { ownersAreNotCollaborators } from '../../db/migrations/0014-owners-are-not-collaborators.ts'
import { inTransaction } from '../../db/transaction.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import { environmentsText, insertMembership } from '../projects/membership-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  let count = 0

  const invitationsOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.call(listInvitations, {})).invitations
  const newEmail = () => `changed-${engine}-${++count}@example.org`
  const change = async ({ client }: Person, email = newEmail()) => {
    await client.call(changeEmail, { body: { email } })
    const linkTo = async () =>
      (await mailsOf(app)).find(({ to, template }) => to === email && template === 'confirm-email')?.link
    await expect.poll(linkTo).toBeDefined()
    const token = new URL((await linkTo()) ?? '').hash.slice(1)
    await client.call(confirmEmailChange, { body: { token } })
    return email
  }
  /** Someone who was invited, with the keys sealed to their account, and has another e-mail address since. */
  const seedChanged = async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const invitee = await addPerson(app)
    await markEmailVerified(app, invitee)
    const invited = await invite(app, owner, project.id, invitee.email, { environments: [ids.production] })
    return { id: project.id, production: ids.production, invitee, invited, email: await change(invitee) }
  }
  const open = async (secret: string) =>
    (await app.as().call(openInvitation, { body: { secret } })).invitation

  test('who has another e-mail address since still answers the invitation that is sealed to the account', async () => {
    const { id, production, invitee, invited, email } = await seedChanged()
    expect(await invitationsOf(invitee)).toMatchObject([{ token: invited.token }])
    expect(await open(invited.secret)).toMatchObject({
      email: invitee.email,
      has_account: false,
      email_changed: true,
    })
    const body = { email: invitee.email, username: 'newcomer', password: invitee.password }
    await expect(
      app.as().call(register, { body: { ...body, invitation: invited.secret } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(
      owner.client.call(inviteCollaborator, {
        params: { id },
        body: { email, role: 'read', environments: [production] },
      }),
    ).rejects.toMatchObject({ code: 'ALREADY_INVITED' })
    await accept(invitee, invited)
    expect(await variablesOf(invitee, production)).toEqual({})
  })

  test('the next owner of the address can do nothing with it', async () => {
    const { invitee, invited } = await seedChanged()
    // As after the days in which the change can be undone.
    await app.ctx.db.deleteFrom('email_changes').where('user_id', '=', invitee.userId).execute()
    const next = await addPerson(app, { email: invitee.email })
    await markEmailVerified(app, next)
    const { token } = invited
    expect(await invitationsOf(next)).toEqual([])
    await expect(accept(next, invited)).rejects.toMatchObject({ status: 404 })
    await expect(next.client.call(declineInvitation, { params: { token } })).rejects.toMatchObject({
      status: 404,
    })
    await accept(invitee, { token })
  })

  /** A person whose e-mail address is now one that was invited to this project before. */
  const changeToInvited = async (person: Person, id: number, production: number) => {
    const email = newEmail()
    const invited = await invite(app, owner, id, email, { environments: [production] })
    await change(person, email)
    return invited
  }
  const peopleOf = async (id: number) => {
    const { collaborators } = await owner.client.call(listCollaborators, { params: { id } })
    return collaborators.map(({ user_id, status }) => [user_id, status])
  }
  const addMembership = (project_id: number, user_id: number, environments: number[]) =>
    inTransaction(app.ctx, (tx) =>
      insertMembership(tx, {
        project_id,
        user_id,
        role: 'write',
        environments: environmentsText(environments),
        keys_pending: 0,
        held_at: null,
        invited_at: 0,
        accepted_at: 0,
      }),
    )
  const hasAccess = { code: 'ALREADY_MEMBER', message: 'You already have access to this project.' }

  test('an owner cannot join their own project', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const invited = await changeToInvited(owner, project.id, ids.production)
    expect(await invitationsOf(owner)).toEqual([])
    await expect(accept(owner, invited)).rejects.toMatchObject(hasAccess)
    expect(await peopleOf(project.id)).toEqual([])
    expect(await variablesOf(owner, ids.production)).toEqual({})
  })

  test('an owner who joined in an earlier version is not a collaborator', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const params = { id: project.id, userId: owner.userId }
    await addMembership(project.id, owner.userId, [ids.production])
    expect(await peopleOf(project.id)).toEqual([])
    await expect(owner.client.call(removeCollaborator, { params })).rejects.toMatchObject({ status: 404 })
    await expect(
      owner.client.call(updateCollaborator, { params, body: { role: 'read' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      owner.client.call(offerProjectTransfer, {
        params: { id: project.id },
        body: { user_id: owner.userId, remaining_role: 'none' },
      }),
    ).rejects.toMatchObject({ status: 404 })
    const collaborator = await addPerson(app)
    await addMembership(project.id, collaborator.userId, [])
    await ownersAreNotCollaborators(app.ctx.db)
    const rows = app.ctx.db.selectFrom('memberships').select('user_id').where('project_id', '=', project.id)
    expect(await rows.execute()).toEqual([{ user_id: collaborator.userId }])
    expect(await variablesOf(owner, ids.production)).toEqual({})
  })

  test('a collaborator whose new address is invited, too, keeps the access', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const collaborator = await addPerson(app)
    await shareProject(app, owner, project.id, collaborator, { environments: [ids.production] })
    const invited = await changeToInvited(collaborator, project.id, ids.production)
    expect(await invitationsOf(collaborator)).toEqual([])
    await expect(accept(collaborator, invited)).rejects.toMatchObject(hasAccess)
    expect(await peopleOf(project.id)).toEqual([[collaborator.userId, 'accepted']])
    expect(await variablesOf(collaborator, ids.production)).toEqual({})
  })

  test('who joins by one of two invitations ends the other one, and keeps the keys', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const collaborator = await addPerson(app)
    await markEmailVerified(app, collaborator)
    const sharing = { environments: [ids.production] }
    const email = newEmail()
    const second = await invite(app, owner, project.id, email, sharing)
    await invite(app, owner, project.id, collaborator.email, sharing)
    await change(collaborator, email)
    await accept(collaborator, second)
    expect(await peopleOf(project.id)).toEqual([[collaborator.userId, 'accepted']])
    const body = { key: 'HELLO', value: 'world' }
    await owner.client.call(createVariable, { params: { id: ids.production }, body })
    expect(await variablesOf(collaborator, ids.production)).toEqual({ HELLO: 'world' })
  })

  test('an invitation of a person who joined by another one in an earlier version ends without the keys', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production, staging } = ids
    const collaborator = await addPerson(app)
    await markEmailVerified(app, collaborator)
    const { email } = collaborator
    await invite(app, owner, project.id, email, { environments: [production, staging] })
    await addMembership(project.id, collaborator.userId, [production])
    const params = { id: project.id }
    const body = { email, environments: [staging] }
    await owner.client.call(updateInvitation, { params, body })
    expect(await variablesOf(collaborator, production)).toEqual({})
    await owner.client.call(cancelInvitation, { params, body: { email } })
    expect(await variablesOf(collaborator, production)).toEqual({})
    const holder = { kind: 'user', id: collaborator.userId } as const
    expect(await grantedEnvironments(app.ctx.db, holder)).toEqual([production])
  })
})

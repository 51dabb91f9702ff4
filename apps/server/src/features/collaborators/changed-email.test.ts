import { register } from '@envhold/contract/accounts/accounts.ts'
import { changeEmail, confirmEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import {
  declineInvitation,
  listInvitations,
  openInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  let count = 0

  const invitationsOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.call(listInvitations, {})).invitations
  const change = async ({ client }: Person) => {
    const email = `changed-${engine}-${++count}@example.org`
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
})

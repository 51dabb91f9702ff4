import { removeCollaborator, updateCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedProject } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const lastMail = async ({ email }: Pick<Person, 'email'>, template: string) => {
    const mail = (await mailsOf(app)).findLast((one) => one.to === email && one.template === template)
    return { ...mail, text: mail?.text.replaceAll(/\s+/g, ' ') ?? '' }
  }
  const seed = async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging', 'development')
    const person = await addPerson(app)
    await markEmailVerified(app, person)
    return { ...ids, id: project.id, person }
  }

  test('the owner reads who joined and who left, with the environments', async () => {
    const { id, person, production, staging } = await seed()
    await shareProject(app, owner, id, person, { environments: [production, staging] })
    const joined = await lastMail(owner, 'invitation-accepted')
    expect(joined.text).toMatch(/has access to these environments/)
    expect(joined.text).toMatch(/(production and staging|staging and production)/)
    await person.client.call(removeCollaborator, { params: { id, userId: person.userId } })
    const left = await lastMail(owner, 'collaborator-left')
    expect(left.subject).toContain(`${person.username} left`)
    expect(left.text).toMatch(/still knows the values that they have read/)
    expect(left.text).toMatch(/(production and staging|staging and production)/)
    expect(left.text).not.toContain('development')
    expect(left.link).toMatch(new RegExp(`/project/${id}$`))
    expect((await lastMail(person, 'removed-from-project')).text).toBe('')
  })

  test('a collaborator reads which environments were taken, and which are left', async () => {
    const { id, person, production, staging } = await seed()
    await shareProject(app, owner, id, person, { environments: [production, staging] })
    const change = (body: { environments?: number[]; role?: 'read' }) =>
      owner.client.call(updateCollaborator, { params: { id, userId: person.userId }, body })
    await change({ environments: [production] })
    const taken = await lastMail(person, 'role-changed')
    expect(taken.subject).toMatch(/^Your access to “.*” has changed$/)
    expect(taken.text).toContain('You and your tokens can no longer read staging.')
    expect(taken.text).toMatch(/Environments:? production/)
    await change({ role: 'read' })
    const lowered = await lastMail(person, 'role-changed')
    expect(lowered.text).toMatch(/Permission:? read /)
    expect(lowered.text).not.toContain('no longer')
  })

  test('an invitation whose environments were deleted promises none, and the owner reads so', async () => {
    const { id, person, staging } = await seed()
    const invited = await invite(app, owner, id, person.email, { environments: [staging] })
    await owner.client.call(deleteEnvironment, { params: { projectId: id, envId: staging } })
    const { invitation } = await app.as().call(openInvitation, { body: { secret: invited.secret } })
    expect(invitation).toMatchObject({ environment_count: 0, environments: [] })
    await accept(person, invited)
    expect((await lastMail(owner, 'invitation-accepted')).text).toMatch(
      /has no environments: those you chose/,
    )
  })
})

import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { mailedLink } from '../mailed-link.ts'
import { openSignedOut, signIn, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { seedProject } from '../seed.ts'

signedIn(
  'an owner transfers a project, and stays as a collaborator',
  async ({ page, browser, server, person }) => {
    const { projectId, environments } = await seedProject(person, 'Storefront', { production: { A: '1' } })
    const grace = await server.addPerson({ email: 'grace-heir@example.com' })
    await person.client.call(inviteCollaborator, {
      params: { id: projectId },
      body: { email: grace.email, role: 'write', environments: Object.values(environments) },
    })
    const secret = (await mailedLink(server.dataDir, 'invitation', grace.email)).split('#')[1] ?? ''
    const { invitation } = await grace.client.call(openInvitation, { body: { secret } })
    await grace.client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })

    await page.goto(`/project/${projectId}?tab=collaborators`)
    await expect(page.getByRole('row', { name: grace.username })).toBeVisible()
    await picture(page, 'Collaborators with the transfer')
    await page.getByRole('button', { name: 'Transfer ownership' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Transfer ownership' })
    await expect(dialog.getByLabel('What you can do afterwards')).toBeVisible()
    await picture(page, 'Dialog of Transfer ownership')
    await dialog.getByRole('button', { name: `Offer to ${grace.username}` }).click()
    await expect(page.getByText(`You offered this project to ${grace.username}`)).toBeVisible()
    await picture(page, 'An offered project')

    const theirs = await openSignedOut(browser, server.url)
    await theirs.goto('/login')
    await signIn(theirs, grace)
    await expect(theirs.getByRole('tab', { name: 'Shared with Me (1)' })).toBeVisible()
    await theirs.goto(`/project/${projectId}?tab=collaborators`)
    await expect(theirs.getByText('You can become the owner of Storefront')).toBeVisible()
    await picture(theirs, 'A project that is offered')
    await theirs.getByRole('button', { name: 'Accept', exact: true }).click()
    await picture(theirs, 'Dialog of Accept ownership')
    await theirs.getByRole('button', { name: 'Accept ownership' }).click()
    await unlock(theirs, grace)
    await expect(theirs.getByText('You own Storefront now')).toBeVisible()
    await expect(theirs.getByRole('tab', { name: 'API Keys' })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('button', { name: 'Leave project' })).toBeVisible()
    await theirs.context().close()
  },
)

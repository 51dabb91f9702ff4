import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { expect } from '@playwright/test'
import { hour, type MovedServer } from '../../dev/lifecycle/moved-server.ts'
import { type Person, signUp } from '../../dev/world/sign-up.ts'
import { linkMailedBy, onMovedClock } from '../on-moved-clock.ts'
import { confirmWithPassword, openVariables, rowOf, saveSheet, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const pendingText = 'Your vault will be emptied'
const newMasterPassword = 'another master password'

async function joinAsMember(moved: MovedServer, owner: Person, projectId: number, environments: number[]) {
  const member = await signUp(moved.url)
  const body = { email: member.email, role: 'write', environments } as const
  await owner.client.call(inviteCollaborator, { params: { id: projectId }, body })
  const link = await linkMailedBy(moved, 'invitation')
  const secret = new URL(link).hash.slice(1)
  const { invitation } = await member.client.call(openInvitation, { body: { secret } })
  await member.client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })
  return member
}

onMovedClock(
  'a vault that nobody stops from being emptied is empty after 72 hours, and a member gives the keys back',
  async ({ page, browser, moved, person }) => {
    const values = { GREETING: 'Hello' }
    const { projectId, environments } = await seedProject(person, 'Storefront', {
      shared: values,
      mine: values,
    })
    const member = await joinAsMember(moved, person, projectId, [environments.shared ?? 0])

    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Start empty vault' }).click()
    await page.getByLabel(/Type .start an empty vault/).fill('start an empty vault')
    await page.getByRole('button', { name: 'Empty my vault in 72 hours' }).click()
    await page.goto(`/project/${projectId}`)
    await expect(page.getByRole('row', { name: 'mine' })).toBeVisible()
    await expect(page.getByText(pendingText, { exact: true })).toBeVisible()

    for (let passed = 0; passed <= 72; passed += 12) await moved.pass(12 * hour)

    await page.goto(`/project/${projectId}`)
    await expect(page.getByRole('row', { name: 'shared' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'mine' })).toHaveCount(0)
    await expect(page.getByText(pendingText, { exact: true })).toHaveCount(0)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Set master password' }).click()
    const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
    await prompt.getByLabel('Master password', { exact: true }).fill(newMasterPassword)
    await prompt.getByRole('button', { name: 'Set master password' }).click()
    await confirmWithPassword(page, person)
    await saveSheet(page)

    const memberPage = await (await browser.newContext({ baseURL: moved.url })).newPage()
    await memberPage.addInitScript(
      ([name = '', value = '']) => {
        localStorage.setItem('token', value)
        localStorage.setItem('username', name)
      },
      [member.username, member.token],
    )
    await memberPage.goto('/owner-access')
    await memberPage.getByRole('button', { name: 'Give keys back' }).click()
    await unlock(memberPage, member)
    await expect(memberPage.getByText(`Gave ${person.username} the keys back`)).toBeVisible()

    await openVariables(page, projectId)
    await unlock(page, { masterPassword: newMasterPassword })
    await expect(rowOf(page, 'GREETING')).toBeVisible()
  },
)

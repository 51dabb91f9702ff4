import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { operate } from '../../dev/world/run-program.ts'
import { seedApiKey, seedPersonalToken } from '../../dev/world/seed-project.ts'
import type { Person } from '../../dev/world/sign-up.ts'
import { signedInFree } from '../journey.ts'
import { look } from '../judge-page.ts'
import { mailedLink } from '../mailed-link.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { pageReady } from '../page-ready.ts'
import { seedProject } from '../seed.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Keeps each heading of the page from now on, for however short a time it shows. */
const recordHeadings = `
  window.headings = new Set()
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1, h2')) window.headings.add(textContent)
  }).observe(document, { subtree: true, childList: true })`
const headingsOf = (page: Page) => page.evaluate('[...window.headings]')

/** Nothing of the app is on the page: no header, no menu, no command palette. */
async function expectConfined(page: Page): Promise<void> {
  await expect(heading(page, 'Account Suspended')).toBeVisible()
  await expect(page).toHaveURL('/suspended')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Joins a project by the mailed link. */
async function join(dataDir: string, { client, email }: Person): Promise<void> {
  const secret = (await mailedLink(dataDir, 'invitation', email)).split('#')[1] ?? ''
  const { invitation } = await client.call(openInvitation, { body: { secret } })
  await client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })
}

/** What an account is answered after the end of a grace period, which takes 30 days. */
const archivedOne: Compliance = {
  compliant: true,
  inGracePeriod: false,
  gracePeriodEnd: null,
  action: null,
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: null,
  pendingPlanDisplayName: null,
  archivedProjects: 1,
  projectCount: 1,
  collaboratorCount: 1,
  keep: [],
  toArchive: [],
  keepPeople: [],
  toPause: [],
}

/** Presses what may have left the page, also while it is pressed. */
const pressIfThere = async (button: Locator) => {
  if (await button.isVisible()) await button.click({ timeout: 5_000 }).catch(() => {})
}

const settings = { SUPPORT_EMAIL: 'help@example.com', SUSPENSION_MESSAGE: 'Answer our mail to be let in.' }

signedInFree.use({ settings })

signedInFree(
  'a suspended account sees nothing but why, its keys stop, others read on, and all of it comes back',
  async ({ page, context, person, server, request }) => {
    const machine = { DATA_DIR: server.dataDir, PUBLIC_URL: server.url, ...settings }
    const shop = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
    const id = shop.environments.production ?? 0
    const { apiKey } = await seedApiKey(person, shop.projectId)
    const { token } = await seedPersonalToken(person)
    const member = await server.addPerson({ email: 'member@example.com' })
    await person.client.call(inviteCollaborator, {
      params: { id: shop.projectId },
      body: { email: member.email, role: 'write', environments: [id] },
    })
    await join(server.dataDir, member)
    const programs = async () => {
      const path = `/api/v1/inject/${shop.projectId}/production`
      const injected = await request.get(path, { headers: { 'x-api-key': apiKey } })
      const listed = await request.get('/api/env/projects', { headers: { authorization: `Bearer ${token}` } })
      return [injected.status(), listed.status()]
    }
    const asMember = { params: { id } }
    expect(await programs()).toEqual([200, 200])

    // Signed in on two pages, one with an open vault.
    const other = await context.newPage()
    await context.addInitScript(recordHeadings)
    await page.goto('/dashboard')
    await expect(heading(page, 'Projects')).toBeVisible()
    await openVariables(other, shop.projectId)
    await unlock(other, person)
    await expect(rowOf(other, 'GREETING')).toBeVisible()

    await operate(machine, 'suspend', person.email, '--reason', 'The terms were broken.')

    // An open page hears of it, or learns it from its next call.
    await pressIfThere(page.getByRole('link', { name: 'Activity' }))
    await expectConfined(page)
    await pressIfThere(other.getByRole('tab', { name: 'Activity' }))
    await expectConfined(other)

    // Back, and typed addresses: not even for a moment does anything else show.
    for (const each of [page, other]) {
      await each.evaluate('window.headings.clear()')
      await each.goBack()
      await expectConfined(each)
      expect(await headingsOf(each)).toEqual(['Account Suspended'])
    }
    for (const path of [
      '/dashboard',
      `/project/${shop.projectId}`,
      '/account',
      '/cli-auth',
      '/activity',
      '/',
    ]) {
      await page.goto(path)
      await expectConfined(page)
      expect(await headingsOf(page)).toEqual(['Account Suspended'])
    }
    await expect(page.getByText('The terms were broken.')).toBeVisible()
    await expect(page.getByText('Answer our mail to be let in.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      /^mailto:help@example\.com\?/,
    )
    await look(page, 'The page of a suspended account')

    // Programs stop with their next call. A collaborator reads on, and cannot write.
    expect(await programs()).toEqual([401, 403])
    expect((await member.client.call(readVariables, asMember)).variables).toEqual({ GREETING: 'Hello' })
    await expect(
      member.client.call(writeVariables, { ...asMember, body: { variables: { A: '1' }, mode: 'merge' } }),
    ).rejects.toMatchObject({ code: 'PROJECT_READ_ONLY' })

    // The bills stay open, and nothing there leads to a page that does not open, whatever is archived.
    await page.route('**/api/users/compliance', (route) => route.fulfill({ json: archivedOne }))
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await expect(heading(page, 'Subscription & Billing')).toBeVisible()
    await expect(page.getByText('Reason: The terms were broken.')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Usage Overview')).toBeVisible()
    await pageReady(page)
    for (const link of await page.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^\/(suspended|subscription)/)

    await operate(machine, 'unsuspend', person.email)

    await page.goto('/suspended')
    await expect(page).toHaveURL('/dashboard')
    await expect(heading(page, 'Projects')).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Storefront' }).click()
    await page.getByRole('tab', { name: 'Variables' }).click()
    await unlock(page, person)
    await expect(rowOf(page, 'GREETING')).toBeVisible()
    expect(await programs()).toEqual([200, 200])
  },
)

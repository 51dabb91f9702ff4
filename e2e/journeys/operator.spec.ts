import { assignRole, listRoles } from '@envhold/contract/operator/roles.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { signIn } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { seedProject } from '../seed.ts'

signedIn('an operator enters the operator area, which holds nothing of the app', async ({ page }) => {
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Admin', exact: true })
  await expect(link).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Security' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Super administrator')).toBeVisible()
  await expect(page.getByText('No recent suspensions')).toBeVisible()
  const scripts = requested.filter((path) => path.endsWith('.js'))
  expect(scripts.some((path) => path.includes('/assets/operator-'))).toBe(true)
  expect(requested.filter((path) => /\/assets\/(index|base|inside|dashboard-route)/.test(path))).toEqual([])
  // Asked for once each; those that decide whether the page shows, by the start script.
  expect(requested.filter((path) => path.startsWith('/api/')).toSorted()).toEqual([
    '/api/admin/archives/stats',
    '/api/admin/instance/health',
    '/api/admin/jobs',
    '/api/admin/role-stats',
    '/api/admin/stats',
    '/api/admin/subscription-cleanup-stats',
    '/api/announcement',
    '/api/auth/security',
    '/api/auth/session',
    '/api/users/status',
  ])

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await look(page, `Operator area, ${colorScheme}`)
  }
  await page.goto('/admin/nowhere')
  await expect(page.getByText('This page does not exist')).toBeVisible()
  await look(page, 'A page of the operator area that does not exist')
  await page.getByRole('link', { name: 'User View' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

signedIn('a user without the role is sent back, and sees no link', async ({ page, server, person }) => {
  const { token, username, userId } = await server.addPerson()
  const { roles } = await person.client.call(listRoles, {})
  const give = (name: string) =>
    person.client.call(assignRole, {
      params: { id: userId },
      body: { role_id: roles.find((role) => role.name === name)?.id ?? 0, reason: 'For this journey' },
    })
  await page.addInitScript(
    ([name = '', value = '']) => {
      localStorage.setItem('token', value)
      localStorage.setItem('username', name)
    },
    [username, token],
  )
  expect(person.token).not.toBe(token)
  await give('ADMIN')
  await page.goto('/admin')
  await expect(page.getByText('Total Users')).toBeVisible()
  // A role that is taken away closes the area at the next call.
  await give('USER')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/dashboard$/)
  // The dashboard shows only once the role is known.
  await expect(page.getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden()
})

signedIn('someone signed out signs in, and returns to the operator area', async ({ page, person }) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/admin?from=mail')
  await expect(page).toHaveURL(/\/login\?next=/)
  await picture(page, 'Sign in')
  await page.getByLabel('E-mail or username').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\?from=mail$/)
})

signedIn(
  'an area that nobody used asks to sign in again, and leaves the other tabs alone',
  async ({ page, context, person }) => {
    await seedProject(person, 'Storefront', { production: { PORT: '80' } })
    const app = await context.newPage()
    await app.goto('/dashboard')
    await app.getByRole('button', { name: 'New Project' }).click()
    const name = app.getByRole('dialog').getByLabel('Project name')
    await name.fill('Typed before')

    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    await page.evaluate("localStorage.setItem('operator-input-at', '0'); dispatchEvent(new Event('focus'))")
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/)
    await expect(page.getByText('Please sign in again to open the operator area.')).toBeVisible()
    await picture(page, 'Sign in to the operator area again')
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/)
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()

    await expect(name).toHaveValue('Typed before')
  },
)

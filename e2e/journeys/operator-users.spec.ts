import { expect } from '@playwright/test'
import { signUp } from '../../dev/world/sign-up.ts'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator finds a user, suspends the account, and deletes it', async ({ page, baseURL }) => {
  const mallory = await signUp(baseURL ?? '', { email: 'mallory@example.com', masterPassword: null })
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('MALLORY@')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=MALLORY/)

  await page.getByRole('button', { name: `Actions for ${mallory.username}` }).click()
  await page.getByRole('menuitem', { name: 'Suspend User' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Suspend User' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Keys shared in public')
  await picture(page, 'Dialog of Suspend User')
  await dialog.getByRole('button', { name: 'Suspend User' }).click()
  await expect(page.getByText('The account was suspended.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Keys shared in public' })).toBeVisible()
  await look(page, 'Users, with a suspended one')

  await page.getByRole('button', { name: mallory.email }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${mallory.userId}$`))
  await expect(page.getByRole('heading', { level: 1, name: mallory.username })).toBeVisible()
  await expect(page.getByText('Suspended the account')).toBeVisible()
  await expect(page.getByText(/^By \S+: Keys shared in public$/)).toBeVisible()
  await look(page, 'Page of a user')
  await page.getByRole('button', { name: 'Force Delete' }).click()
  await expect(dialog).toContainText('This action cannot be undone.')
  await dialog.getByLabel('Reason').fill('Abuse')
  await dialog.getByLabel(/^Type/).fill(mallory.username)
  await picture(page, 'Dialog of Force Delete')
  await dialog.getByRole('button', { name: 'Force Delete' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('MALLORY@')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  await picture(page, 'Nothing found')
})

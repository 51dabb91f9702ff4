import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look, lookAtDialog } from '../judge-page.ts'

signedIn('an operator changes a plan, and customers see it', async ({ page }) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Billing' }).click()
  await page.getByRole('menuitem', { name: 'Plans' }).click()
  await expect(page.getByText('$5/month')).toBeVisible()
  await look(page, 'Plans')
  await lookAtDialog(page, 'Edit Pro')
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await page.getByLabel('Monthly price').fill('7.50')
  await expect(page.getByText('Existing subscriptions keep their price')).toBeVisible()
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect(page.getByText('$7.50/month')).toBeVisible()
  await page.goto('/subscription')
  await expect(page.getByText('$7.50').first()).toBeVisible()
})

signedIn('an operator sets a key, which is never shown again', async ({ page }) => {
  await page.goto('/admin/payment-settings')
  const key = page.getByLabel('API key').first()
  await key.fill('sk_test_of_a_journey_1234')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Payment configuration saved successfully')).toBeVisible()
  await expect(key).toHaveValue('••••1234')
  await look(page, 'Payment settings')
  await page.getByRole('button', { name: 'Test Connection of Sandbox' }).click()
  await expect(page.getByText('Sandbox connection test successful')).toBeVisible()
  await page.goto('/admin/compliance')
  await expect(page.getByText('Active Grace Periods')).toBeVisible()
  await look(page, 'Compliance')
})

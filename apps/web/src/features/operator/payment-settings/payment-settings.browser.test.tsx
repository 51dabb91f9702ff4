import {
  builtInPaymentConfig,
  type PaymentConfig,
  readPaymentConfig,
  testPaymentProvider,
  updatePaymentConfig,
} from '@envhold/contract/operator/payment-settings.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { PaymentSettingsPage } from './payment-settings-page.tsx'

const config: PaymentConfig = {
  ...builtInPaymentConfig,
  revision: '5-2',
  providers: builtInPaymentConfig.providers.map((provider) =>
    provider.id === 'stripe'
      ? {
          ...provider,
          isActive: true,
          config: { ...provider.config, apiKey: '••••1234', webhookSecret: '••••' },
          lastError: { text: 'unavailable (503)', at: '2026-01-01T00:00:00.000Z' },
          webhook: {
            url: 'https://vault.example.com/api/webhooks/stripe',
            lastEvent: { type: 'invoice.paid', at: '2026-01-01T00:00:00.000Z' },
          },
        }
      : provider,
  ),
}

const open = () =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions: ['*'] } }}
    >
      <PaymentSettingsPage />
    </OperatorContext>,
  )
const testButton = (name: string) => page.getByRole('button', { name: `Test Connection of ${name}` })

test('a new key replaces a mask, other masks are sent back as they are', async () => {
  const api = fakeApi()
  api.answers(readPaymentConfig, config)
  api.answers(updatePaymentConfig, { ...config, revision: '6-2' })
  const { connection } = await open()
  await expect.element(page.getByText('unavailable (503)', { exact: false })).toBeVisible()
  const key = page.getByLabelText('API key').first()
  await expect.element(key).toHaveValue('••••1234')
  await expect.element(page.getByRole('button', { name: 'Save Configuration' })).toBeDisabled()
  expect(connection.unsaved.any()).toBe(false)
  await key.fill('sk_test_new')
  expect(connection.unsaved.any()).toBe(true)
  await expect.element(key).toHaveAttribute('type', 'password')
  await expect.element(page.getByText('https://vault.example.com/api/webhooks/stripe')).toBeVisible()
  await expect.element(page.getByText('invoice.paid', { exact: false })).toBeVisible()
  api.answers(testPaymentProvider, { success: true, message: 'Connected' })
  await testButton('Stripe').click()
  await expect.element(page.getByText('Stripe connection test successful')).toBeVisible()
  expect(api.sent(testPaymentProvider)[0]?.body).toMatchObject({
    config: { apiKey: 'sk_test_new', webhookSecret: '••••' },
    testMode: true,
  })
  expect(api.sent(updatePaymentConfig)).toEqual([])
  await expectAccessible()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect.element(page.getByText('Payment configuration saved successfully')).toBeVisible()
  const sent = api.sent(updatePaymentConfig)[0]?.body as PaymentConfig
  expect(sent.revision).toBe('5-2')
  expect(sent.providers[0]?.config).toMatchObject({ apiKey: 'sk_test_new', webhookSecret: '••••' })
})

test('why saving failed is said, and what was typed stays', async () => {
  const api = fakeApi()
  api.answers(readPaymentConfig, config)
  api.rejects(updatePaymentConfig, 'VERSION_MISMATCH')
  await open()
  await page.getByLabelText('Test mode').click()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect.element(page.getByText(/^Failed to save: This has changed/)).toBeVisible()
  await expect.element(page.getByLabelText('Test mode')).not.toBeChecked()
})

test('default and fallback offer active providers; a connection needs a key', async () => {
  const api = fakeApi()
  api.answers(readPaymentConfig, config)
  api.answers(testPaymentProvider, { success: true, message: 'Connected' })
  await open()
  await expect.element(page.getByLabelText('Default provider')).toBeVisible()
  const choices = page.getByLabelText('Default provider').element().querySelectorAll('option')
  expect([...choices].map(({ textContent }) => textContent)).toEqual(['Stripe'])
  await expect.element(testButton('Polar')).toBeDisabled()
  await testButton('Stripe').click()
  await expect.element(page.getByText('Stripe connection test successful')).toBeVisible()
  api.answers(testPaymentProvider, { success: false, message: 'Not this key' })
  await testButton('Stripe').click()
  await expect.element(page.getByText('Test failed: Not this key')).toBeVisible()
  api.rejects(testPaymentProvider, 'INTERNAL')
  await testButton('Stripe').click()
  await expect.element(page.getByText('Connection test failed')).toBeVisible()
})

test('without the settings the page shows what is built in, and saves nothing', async () => {
  const api = fakeApi()
  api.rejects(readPaymentConfig, 'UNAVAILABLE')
  await open()
  await expect
    .poll(() => page.getByText('Dodo Payments').elements().length, { timeout: 15_000 })
    .toBeGreaterThan(0)
  await expect.element(page.getByText('Failed to load payment configuration').first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Save Configuration' }).elements()).toEqual([])
  await expect.element(page.getByLabelText('API key').first()).toBeDisabled()
})

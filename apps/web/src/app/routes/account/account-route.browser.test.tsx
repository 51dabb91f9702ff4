import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { AccountPage } from './account-route.tsx'

test('the page stays, and asks once more, if how the account is protected cannot be read', async () => {
  const api = fakeApi()
  api.rejects(readAccountSecurity, 'INTERNAL')
  await renderPart(<AccountPage />, { path: '/account' })
  await expect.poll(() => api.sent(readAccountSecurity).length).toBe(2)
  const profile = page.getByRole('heading', { name: 'Profile' })
  await expect.element(profile).toBeVisible()
  const element = profile.element()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(element.isConnected).toBe(true)
  expect(api.sent(readAccountSecurity)).toHaveLength(2)
})

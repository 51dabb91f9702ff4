import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { SecurityPart } from './security-route.tsx'

test('the page stays, and asks once more, if how the account is protected cannot be read', async () => {
  const api = fakeApi()
  api.rejects(readAccountSecurity, 'INTERNAL')
  await renderPart(<SecurityPart />, { path: '/account/security' })
  await expect.poll(() => api.sent(readAccountSecurity).length).toBe(2)
  const vault = page.getByRole('heading', { name: 'Your vault' })
  await expect.element(vault).toBeVisible()
  const element = vault.element()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(element.isConnected).toBe(true)
  expect(api.sent(readAccountSecurity)).toHaveLength(2)
})

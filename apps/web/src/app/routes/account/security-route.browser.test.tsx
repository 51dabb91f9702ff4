import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleSecurity } from '../../../tests/samples.ts'
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

test('a change on the page shows in its events and sessions', async () => {
  const api = fakeApi()
  api.answers(readAccountSecurity, { security: sampleSecurity() })
  api.answers(listSessions, { sessions: [] })
  api.rejects(listActivityLogs, 'FORBIDDEN')
  const token = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
  api.answers(changePassword, { message: 'Changed', deviceToken: 'dev_new', token })
  await renderPart(<SecurityPart />, { path: '/account/security' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabelText('Current password').fill('the one before')
  await page.getByLabelText('New password', { exact: true }).fill('a better one')
  await page.getByLabelText('Confirm new password').fill('a better one')
  const reads = () => [listActivityLogs, listSessions].map((read) => api.sent(read).length)
  await expect.poll(reads).toEqual([1, 1])
  await page.getByRole('button', { name: 'Change password' }).last().click()
  await expect.poll(reads).toEqual([2, 2])
})

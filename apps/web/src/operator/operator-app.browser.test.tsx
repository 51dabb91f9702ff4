import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { listUsers } from '@envhold/contract/operator/users.ts'
import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../tests/expect-accessible.ts'
import { fakeApi } from '../tests/fake-api.ts'
import { sampleAccount, sampleSecurity, sampleUserStatus, sessionToken } from '../tests/samples.ts'
import { OperatorApp } from './operator-app.tsx'
import { createOperatorConnection } from './operator-connection.ts'
import { createOperatorRouter } from './router.tsx'

/** Of this test alone: the connection watches it, for as long as the page of all tests is open. */
function ownStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

test('an operator who lacks a second factor reads what to do, in place of the area', async () => {
  const storage = ownStorage()
  storage.setItem('token', sessionToken)
  storage.setItem('username', 'ada')
  const api = fakeApi()
  const status = sampleUserStatus('ACTIVE')
  const roles = [{ id: 1, name: 'SUPPORT', display_name: 'Support', permissions: ['user.read'] }]
  api.answers(readSession, { user: sampleAccount() })
  api.answers(readUserStatus, { ...status, user: { ...status.user, roles } })
  api.answers(readAnnouncement, { announcement: null })
  api.answers(readAccountSecurity, { security: sampleSecurity({ needs_second_factor: true }) })
  api.rejects(listUsers, 'SECOND_FACTOR_REQUIRED')
  const router = createOperatorRouter(createMemoryHistory({ initialEntries: ['/admin/users'] }))
  await render(<OperatorApp connection={createOperatorConnection(storage)} router={router} />)
  await expect.element(page.getByRole('heading', { name: 'Set up a second factor first' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Security' }))
    .toHaveAttribute('href', '/account/security')
  expect(page.getByRole('banner').getByText('Operator').elements()).toEqual([])
  await expectAccessible()
})

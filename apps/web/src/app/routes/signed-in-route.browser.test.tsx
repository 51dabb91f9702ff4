import { listDelayedChanges, stopDelayedChange } from '@envhold/contract/accounts/account-security.ts'
import { readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { type RenderedPart, renderPart } from '../../tests/render-part.tsx'
import { sampleAccount, sampleUserStatus } from '../../tests/samples.ts'
import { SignedInLayout } from './signed-in-route.tsx'

const show = (): Promise<RenderedPart> => renderPart(<SignedInLayout />, { path: '/dashboard' })
const header = () => page.getByRole('navigation', { name: 'Main' })

function signedIn(): FakeApi {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount() })
  return api
}

test('shows nothing of a page until the status of the account is known', async () => {
  const answer = signedIn().holds(readUserStatus)
  await show()
  await expect.element(page.getByText('Checking account status...')).toBeVisible()
  expect(header().elements()).toHaveLength(0)
  answer(sampleUserStatus('ACTIVE'))
  await expect.element(header()).toBeVisible()
  expect(page.getByText('The server cannot be reached').elements()).toHaveLength(0)
})

test('shows a suspended account nothing, even if its session was read just before', async () => {
  signedIn().answers(readUserStatus, sampleUserStatus('SUSPENDED'))
  const { connection, location } = await show()
  await expect.poll(location).toBe('/suspended')
  expect(header().elements()).toHaveLength(0)
  expect(connection.vault.read()).toBeNull()
})

test('a call that is rejected later closes the page, and locks the vault', async () => {
  const api = signedIn()
  api.answers(readUserStatus, sampleUserStatus('ACTIVE'))
  const { connection, location } = await show()
  await expect.element(header()).toBeVisible()
  api.rejects(listProjects, 'ACCOUNT_SUSPENDED')
  api.answers(readUserStatus, sampleUserStatus('SUSPENDED'))
  await connection.api.call(listProjects, {}).catch(() => {})
  await expect.poll(location).toBe('/suspended')
  expect(header().elements()).toHaveLength(0)
  expect(connection.vault.read()).toBeNull()
})

test('a status that cannot be read locks nobody out', async () => {
  const api = signedIn()
  api.rejects(readUserStatus, 'UNAVAILABLE')
  const { location } = await show()
  await expect.element(header()).toBeVisible()
  await expect.element(page.getByText('The server is busy')).toBeVisible()
  await expect.element(page.getByText('The server cannot be reached')).not.toBeInTheDocument()
  expect(location()).toBe('/dashboard')
  expect(api.sent(readUserStatus)).toHaveLength(1)
  api.answers(readUserStatus, sampleUserStatus('ACTIVE'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The server is busy')).not.toBeInTheDocument()
})

test.each([
  ['INTERNAL', 'The server answered with an error'],
  ['FORBIDDEN', 'The server rejected a request'],
] as const)('a status that fails with %s does not claim that the server is away', async (code, title) => {
  signedIn().rejects(readUserStatus, code)
  await show()
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(page.getByText('The server cannot be reached')).not.toBeInTheDocument()
})

test('a pending change shows on every page, until it is stopped', async () => {
  const api = signedIn()
  api.answers(readUserStatus, sampleUserStatus('ACTIVE'))
  const due_at = new Date(Date.now() + 72 * 3_600_000).toISOString()
  const reason = 'The phone is lost'
  api.answers(listDelayedChanges, {
    changes: [
      { id: 'a1B2c3', kind: 'remove-factors', by_operator: true, reason, created_at: due_at, due_at },
    ],
  })
  await renderPart(<SignedInLayout />, { path: '/activity' })
  const pending = page.getByRole('complementary', { name: 'Pending changes' })
  await expect.element(pending).toHaveTextContent('Your second factors will be removed')
  await expect.element(pending).toHaveTextContent(reason)
  api.answers(stopDelayedChange, { message: 'Stopped' })
  api.answers(listDelayedChanges, { changes: [] })
  await page.getByRole('button', { name: 'Stop: Your second factors will be removed' }).click()
  await expect.element(pending).not.toBeInTheDocument()
})

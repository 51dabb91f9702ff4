import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleUserStatus } from '../../tests/samples.ts'
import { SuspendedPage } from './suspended-route.tsx'

const heading = () => page.getByRole('heading', { name: 'Account Suspended' })
const show = () => renderPart(<SuspendedPage />, { path: '/suspended' })

test('says why, what can still be done, and where to get help', async () => {
  const status = sampleUserStatus('SUSPENDED', {
    reason: 'The terms were broken.',
    supportEmail: 'help+vault@example.com',
    suspensionMessage: 'Call the help desk.\nBilling stays open.',
  })
  fakeApi().answers(readUserStatus, status)
  await show()
  await expect.element(heading()).toBeVisible()
  await expect.element(page.getByText('suspended by an administrator')).toBeVisible()
  await expect.element(page.getByText('The terms were broken.')).toBeVisible()
  await expect.element(page.getByText('Call the help desk.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Manage Subscription' }))
    .toHaveAttribute('href', '/subscription')
  await expect
    .element(page.getByRole('link', { name: 'Contact Support' }))
    .toHaveAttribute('href', 'mailto:help+vault@example.com?subject=Suspended%20account%3A%20ada')
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('without a reason there is none', async () => {
  fakeApi().answers(readUserStatus, sampleUserStatus('SUSPENDED'))
  await show()
  await expect.element(heading()).toBeVisible()
  expect(page.getByText('Reason', { exact: true }).elements()).toHaveLength(0)
})

test('a status that cannot be read leaves the way to the bills', async () => {
  fakeApi().rejects(readUserStatus, 'UNAVAILABLE')
  const { location } = await show()
  await expect.element(page.getByRole('link', { name: 'Manage Subscription' })).toBeVisible()
  expect(location()).toBe('/suspended')
})

test('an account that is no longer suspended is led to the dashboard', async () => {
  const api = fakeApi()
  const answer = api.holds(readUserStatus)
  const { location } = await show()
  await expect.element(page.getByText('Checking account status...')).toBeVisible()
  expect(location()).toBe('/suspended')
  answer(sampleUserStatus('ACTIVE'))
  await expect.poll(location).toBe('/dashboard')
  expect(heading().elements()).toHaveLength(0)
})

test('an account that waits for approval reads that, and is led to the dashboard once it is approved', async () => {
  const api = fakeApi()
  api.answers(readUserStatus, sampleUserStatus('PENDING'))
  const { location, connection } = await show()
  await expect.element(page.getByRole('heading', { name: 'Waiting for Approval' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Manage Subscription' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  api.answers(readUserStatus, sampleUserStatus('ACTIVE'))
  await connection.queries.refetchQueries()
  await expect.poll(location).toBe('/dashboard')
})

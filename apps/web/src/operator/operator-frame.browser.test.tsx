import { listUsers } from '@envhold/contract/operator/users.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createApi } from '../connection/api/api.ts'
import { createStepUpPrompt } from '../connection/session/prompts.ts'
import { createSessionStore } from '../connection/session/session-store.ts'
import { createUnsavedStore } from '../connection/unsaved/unsaved-store.ts'
import { UnsavedContext } from '../connection/unsaved/use-unsaved.ts'
import { ApiContext } from '../connection/use-api.ts'
import { OperatorContext } from '../features/operator/operator.ts'
import { expectAccessible } from '../tests/expect-accessible.ts'
import { fakeApi } from '../tests/fake-api.ts'
import { sampleAccount } from '../tests/samples.ts'
import { SignOutContext } from './operator-frame.tsx'
import { createOperatorRouter } from './router.tsx'

async function open(path: string, permissions: readonly string[]) {
  fakeApi()
  const nothing = () => {}
  const api = createApi({
    session: createSessionStore(localStorage),
    stepUpPrompt: createStepUpPrompt(),
    onSignedOut: nothing,
    onSuspended: nothing,
    onRejected: nothing,
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  const unsaved = createUnsavedStore()
  let signOuts = 0
  const signOut = () => {
    signOuts++
  }
  await render(
    <ApiContext value={api}>
      <UnsavedContext value={unsaved}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <SignOutContext value={signOut}>
            <OperatorContext
              value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
            >
              <RouterProvider router={createOperatorRouter(history) as never} />
            </OperatorContext>
          </SignOutContext>
        </QueryClientProvider>
      </UnsavedContext>
    </ApiContext>,
  )
  return { history, unsaved, signOuts: () => signOuts }
}
const menu = (name: string) => page.getByRole('button', { name })
const entry = (name: string) => page.getByRole('menuitem', { name })

test('leaving a page asks about what is not saved there', async () => {
  const { history, unsaved } = await open('/admin/nowhere', ['*'])
  await expect.element(page.getByText('Page not found')).toBeVisible()
  unsaved.add()
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(history.location.pathname).toBe('/admin/nowhere')
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => history.location.pathname).toBe('/admin')
})

test('a menu opens, closes on a click outside, and leads to its page, whose menu is highlighted', async () => {
  const { history, signOuts } = await open('/admin/nowhere', ['*'])
  await expect.element(page.getByText('Page not found')).toBeVisible()
  await expect.element(page.getByText('Operator', { exact: true })).toBeVisible()
  expect(menu('User Management').element()).not.toHaveAttribute('data-current')
  await menu('User Management').click()
  await expect.element(entry('Roles')).toBeVisible()
  await page.getByText('Page not found').click()
  await expect.element(entry('Roles')).not.toBeInTheDocument()
  await menu('User Management').click()
  await entry('Roles').click()
  await expect.poll(() => history.location.pathname).toBe('/admin/roles')
  await expect.element(entry('Roles')).not.toBeInTheDocument()
  await expect.element(menu('User Management')).toHaveAttribute('data-current')
  await expectAccessible()
  await menu('Logout').click()
  await expect.poll(() => signOuts()).toBe(1)
})

test('going back closes an open menu', async () => {
  const { history } = await open('/admin', ['*'])
  history.push('/admin/nowhere')
  await expect.element(page.getByText('Page not found')).toBeVisible()
  await menu('User Management').click()
  await expect.element(entry('Roles')).toBeVisible()
  history.back()
  await expect.element(entry('Roles')).not.toBeInTheDocument()
})

test('Ctrl K finds pages and users, and opens them', async () => {
  const api = fakeApi()
  const { history } = await open('/admin/nowhere', ['user.read'])
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByPlaceholder('Search pages and users...').fill('rol')
  await expect.element(page.getByText('Nothing matches “rol”.')).toBeVisible()
  api.answers(listUsers, {
    users: [],
    counts: { ACTIVE: 0, SUSPENDED: 0, INACTIVE: 0, PENDING: 0 },
    roles: [],
    plans: [],
    pagination: { page: 1, limit: 8, total: 0, pages: 0 },
  })
  await page.getByPlaceholder('Search pages and users...').fill('user')
  await expect.element(page.getByRole('option', { name: 'Users' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => history.location.pathname).toBe('/admin/users')
  await expect.element(page.getByPlaceholder('Search pages and users...')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Search pages and users' }).click()
  await expect.element(page.getByPlaceholder('Search pages and users...')).toBeVisible()
})

test('pages that the role may not read are in no menu', async () => {
  await open('/admin/nowhere', ['user.suspend'])
  await expect.element(page.getByText('Page not found')).toBeVisible()
  expect(page.getByRole('button', { name: 'System Tools' }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'User View' }).element()).toHaveAttribute('href', '/dashboard')
})

test('a small screen has all of it in one list, in groups', async () => {
  await page.viewport(390, 844)
  await open('/admin/nowhere', ['*'])
  await menu('Menu').click()
  await expect.element(page.getByText('User Management').last()).toBeVisible()
  await expect.element(page.getByText(/^Admin: /).last()).toBeVisible()
  await expectAccessible()
  await entry('Roles').click()
  await expect.element(entry('Roles')).not.toBeInTheDocument()
  await page.viewport(1280, 900)
})

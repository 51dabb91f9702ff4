import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { UnsavedContext } from '../../connection/unsaved/use-unsaved.ts'
import { ConnectionContext } from '../../connection/use-connection.ts'
import { signedInConnection } from '../../tests/render-part.tsx'
import { LeaveGuard } from './leave-guard.tsx'

const question = () => page.getByRole('alertdialog')

/** Goes back, as the button of the browser does. */
async function goBack() {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await moved
}

async function show() {
  const connection = signedInConnection()
  const root = createRootRoute({
    component: () => (
      <main>
        <h1>Page</h1>
        <Outlet />
        <LeaveGuard />
      </main>
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const start = window.location.href
  const history = createBrowserHistory()
  onTestFinished(() => {
    history.destroy()
    window.history.replaceState(null, '', start)
  })
  const router = createRouter({ routeTree: root.addChildren([any]), history })
  await render(
    <ConnectionContext value={connection}>
      <UnsavedContext value={connection.unsaved}>
        <RouterProvider router={router as never} />
      </UnsavedContext>
    </ConnectionContext>,
  )
  for (const to of ['/activity', '/dashboard', '/variables']) await router.navigate({ to } as never)
  const saved = connection.unsaved.add()
  return { connection, router, saved }
}

const path = () => window.location.pathname

test('after going back twice and staying, the address is that of the page', async () => {
  const { router } = await show()
  await goBack()
  await expect.element(question()).toBeVisible()
  await goBack()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.poll(path).toBe('/variables')
  expect(router.state.location.pathname).toBe('/variables')
})

test('going back is made up for once the input is discarded', async () => {
  const { connection, router } = await show()
  await goBack()
  await expect.element(page.getByText('Discard unsaved changes?')).toBeVisible()
  expect(router.state.location.pathname).toBe('/variables')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(path).toBe('/dashboard')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  connection.unsaved.forget()
  await goBack()
  await expect.poll(() => router.state.location.pathname).toBe('/activity')
})

test('while it is sent, the question says so, and closes once it is saved', async () => {
  const { connection, router, saved } = await show()
  saved()
  const sent = connection.unsaved.add('sent')
  void router.navigate({ to: '/activity' } as never)
  await expect.element(page.getByText('Still saving')).toBeVisible()
  sent()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.poll(path).toBe('/activity')
})

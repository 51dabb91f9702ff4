import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'

test('what led to another page and is left with the first gives the focus to the content', async () => {
  const root = createRootRoute({
    component: () => {
      useFocusAfterNavigation()
      return (
        <main tabIndex={-1}>
          <Outlet />
        </main>
      )
    },
  })
  const locked = createRoute({
    getParentRoute: () => root,
    path: '/locked',
    component: () => <Link to={'/dashboard' as never}>Cancel</Link>,
  })
  const dashboard = createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    component: () => <h1>Projects</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([locked, dashboard]),
    history: createMemoryHistory({ initialEntries: ['/locked'] }),
  })
  await render(<RouterProvider router={router as never} />)
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await expect.element(cancel).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  cancel.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Projects')).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

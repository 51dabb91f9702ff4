import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { type Connection, createConnection } from '../connection/connection.ts'
import { UnsavedContext } from '../connection/unsaved/use-unsaved.ts'
import { ApiContext } from '../connection/use-api.ts'
import { ConnectionContext } from '../connection/use-connection.ts'
import { dismissToasts } from '../ui/feedback/sonner-toaster.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { sessionToken } from './samples.ts'

interface Options {
  /** The address at which the part shows. */
  readonly path?: string
  /** Without a master password. */
  readonly locked?: boolean
}

export interface RenderedPart {
  readonly connection: Connection
  /** The path and query that the page is at. */
  readonly location: () => string
}

/** What a page of Ada's session shares. */
export function signedInConnection(): Connection {
  localStorage.setItem('token', sessionToken)
  localStorage.setItem('username', 'ada')
  const nothing = () => {}
  return createConnection({
    storage: localStorage,
    onSignedOut: nothing,
    onSuspended: nothing,
    onRejected: nothing,
  })
}

/**
 * Shows one component as a page would: signed in, with the vault open, below the height of a header, and with a router
 * whose routes are empty.
 */
export async function renderPart(
  part: ReactNode | ((at: { search: Record<string, unknown> }) => ReactNode),
  { path = '/', locked = false }: Options = {},
): Promise<RenderedPart> {
  // Messages outlive the test that they belong to.
  dismissToasts()
  const connection = signedInConnection()
  if (!locked) connection.vault.hold('correct horse battery staple')
  const Part = typeof part === 'function' ? part : () => part
  const root = createRootRoute({
    component: () => (
      <main className="px-6 pt-24">
        <h1 className="sr-only">Page</h1>
        <Part search={useSearch({ strict: false })} />
        <Outlet />
      </main>
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await render(
    <ConnectionContext value={connection}>
      <UnsavedContext value={connection.unsaved}>
        <ApiContext value={connection.api}>
          <QueryClientProvider client={connection.queries}>
            <RouterProvider router={router as never} />
            <Toaster />
          </QueryClientProvider>
        </ApiContext>
      </UnsavedContext>
    </ConnectionContext>,
  )
  return { connection, location: () => router.state.location.href }
}

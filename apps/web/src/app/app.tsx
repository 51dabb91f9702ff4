import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Connection } from '../connection/connection.ts'
import { ApiContext } from '../connection/use-api.ts'
import { ConnectionContext } from '../connection/use-connection.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import type { AppRouter } from './router.tsx'

export function App({ connection, router }: { connection: Connection; router: AppRouter }) {
  return (
    <ConnectionContext value={connection}>
      <ApiContext value={connection.api}>
        <QueryClientProvider client={connection.queries}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </ApiContext>
    </ConnectionContext>
  )
}

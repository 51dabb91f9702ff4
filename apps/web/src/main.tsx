// biome-ignore-all assist/source/organizeImports: the first import must run first.
import './disable-zod-jit.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/fonts.css'
import './main.css'
import { createApp } from './app/create-app.ts'
import { watchMissingChunks } from './app/shell/missing-chunk.ts'
import { showCarriedToasts } from './ui/feedback/show-carried-toasts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Connection } from './connection/connection.ts'
import { ApiContext } from './connection/use-api.ts'
import { UnsavedContext } from './connection/unsaved/use-unsaved.ts'
import { ConnectionContext } from './connection/use-connection.ts'
import { Toaster } from './ui/feedback/toaster.tsx'
import type { AppRouter } from './app/router.tsx'

function App({ connection, router }: { connection: Connection; router: AppRouter }) {
  return (
    <ConnectionContext value={connection}>
      <UnsavedContext value={connection.unsaved}>
        <ApiContext value={connection.api}>
          <QueryClientProvider client={connection.queries}>
            <RouterProvider router={router} />
            <Toaster />
          </QueryClientProvider>
        </ApiContext>
      </UnsavedContext>
    </ConnectionContext>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
watchMissingChunks()
createRoot(root).render(
  <StrictMode>
    <App {...createApp(localStorage, window.preloadedResponses)} />
  </StrictMode>,
)
showCarriedToasts()

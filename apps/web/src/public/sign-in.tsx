// biome-ignore-all assist/source/organizeImports: the first import must run first.
import '../disable-zod-jit.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { lastToast } from '../ui/feedback/toast.ts'
import { createConnection } from '../connection/connection.ts'
import { ApiContext } from '../connection/use-api.ts'
import { UnsavedContext } from '../connection/unsaved/use-unsaved.ts'
import { ConnectionContext } from '../connection/use-connection.ts'
import { flashToast } from '../ui/feedback/flash-toast.ts'
import { createStore, useStore } from '../ui/create-store.ts'
import { showCarriedToasts } from '../ui/feedback/show-carried-toasts.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { type SignInDialog, SignInDialogs } from '../features/accounts/sign-in/sign-in-dialogs.tsx'

const openDialog = createStore<SignInDialog | null>(null)
const destination = createStore<string | undefined>(undefined)

/** Nobody is signed in yet, so there is nothing that could end. */
const connection = createConnection({
  storage: localStorage,
  onSignedOut: () => {},
  onSuspended: () => {},
  onRejected: () => {},
})

function openApp(): void {
  const message = lastToast.read()
  if (message) flashToast(...message)
  location.replace(destination.read() ?? '/dashboard')
}

function Dialogs() {
  return (
    <SignInDialogs
      open={useStore(openDialog)}
      onOpenChange={openDialog.set}
      hasNext={useStore(destination) !== undefined}
      onSignedIn={openApp}
    />
  )
}

const place = document.createElement('div')
document.body.append(place)
createRoot(place).render(
  <ConnectionContext value={connection}>
    <UnsavedContext value={connection.unsaved}>
      <ApiContext value={connection.api}>
        <QueryClientProvider client={connection.queries}>
          <Dialogs />
          <Toaster />
        </QueryClientProvider>
      </ApiContext>
    </UnsavedContext>
  </ConnectionContext>,
)

showCarriedToasts()

/** Shows a dialog; `next` is the path to open afterwards. */
export function showDialog(dialog: SignInDialog, next: string | undefined): void {
  destination.set(next)
  openDialog.set(dialog)
}

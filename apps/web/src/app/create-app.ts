import type { PreloadedResponses } from '../connection/api/preloaded-responses.ts'
import { createConnection } from '../connection/connection.ts'
import { sessionId } from '../connection/session/session-store.ts'
import { watchInput } from '../connection/vault/auto-lock.ts'
import { vaultTabs } from '../connection/vault/replace-secret.ts'
import { forgetActiveStatus } from '../features/accounts/user-status.ts'
import { clearOpened } from '../features/projects/clear-opened.ts'
import { refetchAfterRejection } from '../features/projects/refetch-after-rejection.ts'
import { createStore } from '../ui/create-store.ts'
import { flashToast } from '../ui/feedback/flash-toast.ts'
import { clearLastCounts } from '../ui/feedback/loading.tsx'
import { clearRecent } from './commands/recent-commands.ts'
import { paths } from './paths.ts'
import { createAppRouter } from './router.tsx'
import { clearLastViews } from './routes/project/clear-last-views.ts'

/** Creates the connection and the router, and navigates when the server ends or suspends the session. */
export function createApp(storage: Storage, early?: PreloadedResponses) {
  let isRedirected = false
  const connection = createConnection({
    storage,
    early,
    onSignedOut: () => {
      // These pages ask to sign in themselves; navigating away would lose the secret of their link.
      const { pathname } = router.state.location
      if (pathname === paths.invite() || pathname === paths.verifyEmail()) return
      flashToast('info', 'Your session has ended. Please sign in again.')
      void router.navigate({ to: '/login', search: { next: router.state.location.href } })
    },
    onRejected: refetchAfterRejection,
    onSuspended: (queries) => {
      forgetActiveStatus(queries)
      // It stays on the one page that it may open.
      if (isRedirected || router.state.location.pathname === paths.subscription()) return
      isRedirected = true
      void router.navigate({ to: '/suspended' })
    },
  })
  const router = createAppRouter({ connection, invitation: createStore<string | null>(null) })
  watchInput(connection.autoLock)
  const stopWaiting = connection.vault.subscribe(() => {
    stopWaiting()
    void import('../features/projects/access/watch-access.ts').then(
      ({ watchAccess }) => watchAccess(connection, new BroadcastChannel('access')),
      // Without it, the next call is what finds out that an access has ended.
      () => {},
    )
  })
  const tabs = vaultTabs()
  const share = (message?: unknown) =>
    import('../connection/vault/share-vault.ts').then(
      ({ shareVault }) => shareVault(connection, tabs, message),
      // Without it, this tab asks for the master password.
      () => {},
    )
  tabs.onmessage = ({ data }) => void (data.secret && share(data))
  connection.vault.subscribe(share)
  tabs.postMessage({ session: sessionId(connection.session) })
  connection.session.subscribe(() => {
    if (connection.session.read() !== null) return
    clearRecent(storage)
    clearLastViews(storage)
    clearOpened(storage)
    clearLastCounts()
  })
  // Signing out in another tab, or in to another account, ends the session here too. Reloading clears this page's memory.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'username') return void connection.session.adopt()
    if (key !== null && (key !== 'token' || newValue === connection.session.read()?.token)) return
    // The same account under another token, after a proof of identity or another sign-in there.
    if (newValue !== null && connection.session.adopt()) return
    if (newValue === null && connection.expireWithOtherTab()) return
    connection.unsaved.forget()
    window.location.reload()
  })
  return { connection, router }
}

import { earlyPaths, restoredFragment } from './app/opened-url.ts'
import { startPreload } from './connection/api/preloaded-responses.ts'
import { applyStoredTheme } from './stored-theme.ts'

// Runs before the first paint and before the app's code loads, as a small separate file.

/** The chunks of each route, inserted by the build; absent in development. */
declare const routeParts: Readonly<Record<string, readonly string[]>>

applyStoredTheme()
const mailed = restoredFragment(location)
if (mailed) history.replaceState(null, '', mailed)
const token = localStorage.getItem('token')
if (token) {
  startPreload(token, earlyPaths(location.pathname))
  const page = location.pathname.split('/', 2)[1] ?? ''
  const parts = typeof routeParts === 'undefined' ? [] : (routeParts[page] ?? [])
  for (const href of parts) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '' }))
  }
}

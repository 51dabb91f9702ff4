import { startEarlyCalls } from './app/routes/early-calls.ts'

// Runs before the first paint and before the app's code loads, as a small separate file.

/** The chunks of each route, inserted by the build; absent in development. */
declare const routeParts: Readonly<Record<string, readonly string[]>>

const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

const token = localStorage.getItem('token')
if (token) {
  startEarlyCalls(token, location.pathname)
  const page = location.pathname.split('/', 2)[1] ?? ''
  const parts = typeof routeParts === 'undefined' ? [] : (routeParts[page] ?? [])
  for (const href of parts) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '' }))
  }
}

import { safeNext } from './app/paths.ts'
import { applyStoredTheme } from './stored-theme.ts'

// Like start.ts, for public pages: runs before the first paint.

applyStoredTheme()
const root = document.documentElement
if (localStorage.getItem('token')) {
  // The header offers the dashboard instead of signing in.
  root.dataset.signedIn = ''
  const { pathname, search } = location
  const next = safeNext(new URLSearchParams(search).get('next')) ?? '/dashboard'
  // The operator area asks for another sign-in although the session lives.
  const isOperator = /^\/admin([/?#]|$)/.test(next)
  if (pathname === '/' || (pathname === '/login' && !isOperator)) {
    root.hidden = true
    location.replace(next)
  }
}

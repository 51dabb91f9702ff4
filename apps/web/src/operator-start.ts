import { startPreload } from './connection/api/preloaded-responses.ts'
import { applyStoredTheme } from './stored-theme.ts'

// Like start.ts, for the operator's page: runs before the first paint and before the page's code is there.

applyStoredTheme()
const token = localStorage.getItem('token')
if (token) startPreload(token, ['/api/auth/session', '/api/users/status'])

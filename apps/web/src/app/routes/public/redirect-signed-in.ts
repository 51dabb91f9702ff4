import { redirect } from '@tanstack/react-router'
import type { SessionStore } from '../../../connection/session/session-store.ts'
import { safeNext } from '../../paths.ts'

export type NextSearch = { next?: string }

/** Takes from an address where its visitor wanted to go. */
export const nextSearch = ({ next }: Record<string, unknown>): NextSearch => {
  const safe = safeNext(next)
  return safe ? { next: safe } : {}
}

interface BeforeLoad {
  readonly context: { readonly connection: { readonly session: Pick<SessionStore, 'read'> } }
  readonly search: NextSearch
}

/**
 * Whoever is signed in goes on to where they wanted, or to the dashboard. The router lays what a route makes of the
 * search over the search as it came, so that a `next` which was left out is still there, unlooked at.
 */
export function redirectSignedIn({ context, search }: BeforeLoad) {
  if (!context.connection.session.read()) return
  const next = safeNext(search.next)
  if (next) throw redirect({ href: next, replace: true })
  throw redirect({ to: '/dashboard', replace: true })
}

import { redirect } from '@tanstack/react-router'
import type { SessionStore } from '../../../connection/session/session-store.ts'
import { safeNext } from '../../paths.ts'

export type NextSearch = { next?: string }

/** Parses the path to open after signing in. */
export const nextSearch = ({ next }: Record<string, unknown>): NextSearch => {
  const safe = safeNext(next)
  return safe ? { next: safe } : {}
}

interface BeforeLoad {
  readonly context: { readonly connection: { readonly session: Pick<SessionStore, 'read'> } }
  readonly search: NextSearch
}

/**
 * Redirects signed-in visitors to `next` or to the dashboard. The router merges the validated search parameters into
 * the raw ones, so a rejected `next` is still present, unvalidated.
 */
export function redirectSignedIn({ context, search }: BeforeLoad) {
  if (!context.connection.session.read()) return
  const next = safeNext(search.next)
  if (next) throw redirect({ href: next, replace: true })
  throw redirect({ to: '/dashboard', replace: true })
}

import { redirect } from '@tanstack/react-router'
import { createStore } from '../../../ui/create-store.ts'
import { safeNext } from '../../paths.ts'

type NextSearch = { next?: string }

/** Parses the path to open after signing in. */
export const nextSearch = ({ next }: Record<string, unknown>): NextSearch => {
  const safe = safeNext(next)
  return safe ? { next: safe } : {}
}

/** For addresses of this server that are pages of their own: only the browser can open them. */
export const openDocument = ({ location }: { location: { href: string } }) => {
  throw redirect({ href: location.href, reloadDocument: true, replace: true })
}

/** The answer of the identity provider, in this page's memory only. */
export const callbackParams = createStore<string | null>(null)

/** Removes the answer from the address bar and from the browser's history, before anything else happens. */
export function claimCallbackParams({ location }: { readonly location: { readonly searchStr: string } }) {
  if (location.searchStr === '') return
  callbackParams.set(location.searchStr.slice(1))
  throw redirect({ to: '/sign-in/callback', search: {}, replace: true })
}

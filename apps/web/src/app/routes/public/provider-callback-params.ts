import { redirect } from '@tanstack/react-router'
import { createStore } from '../../../ui/create-store.ts'

/** The answer of the identity provider, in this page's memory only. */
export const callbackParams = createStore<string | null>(null)

/** Removes the answer from the address bar and from the browser's history, before anything else happens. */
export function claimCallbackParams({ location }: { readonly location: { readonly searchStr: string } }) {
  if (location.searchStr === '') return
  callbackParams.set(location.searchStr.slice(1))
  throw redirect({ to: '/sign-in/callback', search: {}, replace: true })
}

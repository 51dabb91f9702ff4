import { redirect } from '@tanstack/react-router'
import type { Store } from '../../ui/create-store.ts'

interface BeforeLoad {
  readonly context: { readonly invitation: Pick<Store<string | null>, 'set'> }
  readonly location: { readonly hash: string }
}

/** Removes the secret from the address bar and from the browser's history. */
export function claimInvitationSecret({ context, location }: BeforeLoad) {
  if (location.hash === '') return
  context.invitation.set(invitationSecretIn(location.hash))
  throw redirect({ to: '/invite', replace: true })
}

/**
 * The secret of a mailed invitation link is its fragment. It is removed from the URL immediately and kept only in
 * this page's memory, where it survives signing in and up.
 * @returns the secret, if the fragment has its form
 */
export const invitationSecretIn = (hash: string): string | null =>
  /^#?((?:inv|eml)_[0-9A-Za-z_]{1,196})$/.exec(hash)?.[1] ?? null

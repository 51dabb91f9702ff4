import { redirect } from '@tanstack/react-router'
import type { Store } from '../../ui/create-store.ts'
import { invitationSecretIn } from './invitation-secret.ts'

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

import { redirect } from '@tanstack/react-router'
import type { Store } from '../../ui/create-store.ts'
import { invitationSecretIn } from './invitation-secret.ts'

interface BeforeLoad {
  readonly context: { readonly invitation: Pick<Store<string | null>, 'set'> }
  readonly location: { readonly hash: string }
}

/** Takes the secret out of the address bar, and out of the history with it. */
export function claimInvitationSecret({ context, location }: BeforeLoad) {
  if (location.hash === '') return
  context.invitation.set(invitationSecretIn(location.hash))
  throw redirect({ to: '/invite', replace: true })
}

import { redirect } from '@tanstack/react-router'
import type { InvitationLink } from './invitation-link.ts'
import { invitationSecretIn } from './invitation-link.ts'

interface Arrival {
  readonly context: { readonly connection: { readonly invitation: Pick<InvitationLink, 'hold'> } }
  readonly location: { readonly hash: string }
}

/** Takes the secret out of the address bar, and out of the history with it. */
export function takeInvitation({ context, location }: Arrival) {
  if (location.hash === '') return
  context.connection.invitation.hold(invitationSecretIn(location.hash))
  throw redirect({ to: '/invite', replace: true })
}

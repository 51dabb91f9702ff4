import { redirect } from '@tanstack/react-router'
import type { InvitationLink } from './invitation-link.ts'
import { invitationSecretIn } from './invitation-link.ts'

interface BeforeLoad {
  readonly context: { readonly connection: { readonly invitation: Pick<InvitationLink, 'set'> } }
  readonly location: { readonly hash: string }
}

/** Takes the secret out of the address bar, and out of the history with it. */
export function takeInvitationSecret({ context, location }: BeforeLoad) {
  if (location.hash === '') return
  context.connection.invitation.set(invitationSecretIn(location.hash))
  throw redirect({ to: '/invite', replace: true })
}

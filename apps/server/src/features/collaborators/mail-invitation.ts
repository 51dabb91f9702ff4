import type { inviteCollaborator } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/wire-time.ts'
import { invitation as template } from '../../mail/templates/collaboration.ts'
import type { Invitation } from '../projects/invitation-mac.ts'
import { sharedIn } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'

/**
 * The link that answers an invitation. Its secret is in the fragment, which browsers do not send and logs do not
 * contain.
 */
const invitationLink = ({ config }: Pick<Context, 'config'>, secret: string): string =>
  `${config.publicUrl}/invite#${secret}`

interface NewInvitation {
  readonly invitation: Invitation
  readonly project: OwnedProject
  readonly secret: string
  /** False: the person was mailed too often today. */
  readonly mayMail: boolean
}

/**
 * Mails the link, whose secret is in the fragment, which no server sees. Without a mail server the response contains
 * it.
 * @returns the invitation as its inviter sees it, and whether it was mailed
 */
export async function mailInvitation(
  { config, mail }: Pick<Context, 'config' | 'mail'>,
  { invitation, project, secret, mayMail }: NewInvitation,
): Promise<OutputOf<typeof inviteCollaborator>['invitation']> {
  const { id, email, role, created_at, expires_at } = invitation
  const environments = sharedIn(invitation)
  const link = invitationLink({ config }, secret)
  const variables = {
    inviter: project.owner_username,
    project: project.name,
    role,
    environments: environments.length,
    link,
    expires: expires_at,
  }
  const sent = mayMail && (await mail.sendNow(template, { to: email, variables }))
  return {
    id,
    email,
    role,
    environments,
    invited_at: wireTime(created_at),
    expires_at: wireTime(expires_at),
    mailed: sent && mail.hasServer,
    link: mail.hasServer ? null : link,
  }
}

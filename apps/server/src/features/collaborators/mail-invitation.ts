import type { Context } from '../../context.ts'
import { invitation as template } from '../../mail/templates/invitation.ts'
import { sharedIn } from '../projects/membership-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import type { Invitation } from './invitation-store.ts'

/** The link that answers an invitation. Its secret stands in the fragment, which no browser sends and no log holds. */
export const invitationLink = ({ config }: Pick<Context, 'config'>, secret: string): string =>
  `${config.publicUrl}/invite#${secret}`

/** Sends the link, whose secret stands behind the `#`, where no server sees it. Says whether it was handed over. */
export const mailInvitation = (
  { config, mail }: Pick<Context, 'config' | 'mail'>,
  { invitation, project, secret }: { invitation: Invitation; project: OwnedProject; secret: string },
): Promise<boolean> =>
  mail.sendNow(template, {
    to: invitation.email,
    variables: {
      inviter: project.owner_username,
      project: project.name,
      role: invitation.role,
      environments: sharedIn(invitation).length,
      link: invitationLink({ config }, secret),
      expires: invitation.expires_at,
    },
  })

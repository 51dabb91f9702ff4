import * as contract from '@envhold/contract/collaborators/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { newToken } from '@envhold/integrity/token.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { invitation as template } from '../../mail/templates/collaboration.ts'
import { actorOf, transactOnce } from '../audit-log/tx.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { type Invitation, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { canonical } from '../users/canonical.ts'
import { findUserByEmail } from '../users/user-store.ts'
import { requireShareable } from './access-change.ts'
import { createInvitation, requireInvitable, requireInviteRate } from './create-invitation.ts'
import { mailedEnvironments } from './mailed-environments.ts'

/**
 * Invites a person to chosen environments. The link's secret is only in the mail; without a mail server it is only in
 * the response, for the inviter to hand over.
 */
export const inviteCollaborator = verb(contract.inviteCollaborator, async (world: VaultWorld, call) => {
  const { caller, params, body, origin, reservation } = call
  const { email, role, environments } = body
  const emailCanonical = canonical(email)
  const { project } = await requireProject(world, caller, params.id, 'extend access')
  requireShareable(caller, role)
  const holder = await unlock(world, call)
  const mayMail = await requireInviteRate(world, caller.userId, emailCanonical)
  const link = newToken('inv')
  const invitation = await transactOnce(world, actorOf(caller, origin), reservation, async (tx) => {
    const account = await findUserByEmail(tx, emailCanonical)
    await tx.lock(account ? [caller.userId, account.id] : [caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'extend access')
    await requireInvitable(tx, project, { emailCanonical, account, environments })
    const offer = { email, emailCanonical, account, role, environments, link }
    const created = await createInvitation(tx, holder, project, offer)
    tx.created(created.id)
    const description = `Invited ${created.email} to "${project.name}" (${role})`
    tx.record({ type: 'user_invited', description, projectId: project.id })
    return created
  })
  return {
    invitation: await mailInvitation(world, { invitation, project, secret: link.text, mayMail }),
  }
})

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
async function mailInvitation(
  ctx: Pick<Context, 'config' | 'mail' | 'db' | 'secrets'>,
  { invitation, project, secret, mayMail }: NewInvitation,
): Promise<OutputOf<typeof contract.inviteCollaborator>['invitation']> {
  const { config, mail } = ctx
  const { id, email, role, created_at, expires_at } = invitation
  const environments = sharedIn(invitation)
  const link = invitationLink({ config }, secret)
  const variables = {
    inviter: project.owner_username,
    project: project.name,
    role,
    ...(await mailedEnvironments(ctx, environments)),
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

// Shares a project over the API and by mail, like users do.

import { type CollaboratorRole, inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { changeUser, findUser } from '../../apps/server/src/features/users/user-store.ts'
import type { TestApp } from './app-for-tests.ts'
import { mailsOf } from './mails.ts'
import { measured } from './measured.ts'
import type { Person } from './sign-up.ts'

type Caller = Pick<Person, 'client'>

export interface Sharing {
  readonly role?: CollaboratorRole
  readonly environments: readonly number[]
  /**
   * Whether the collaborator follows the mailed link, as most do; otherwise the e-mail address must be verified
   * before.
   */
  readonly withLink?: boolean
}

export interface Invited {
  readonly id: number
  /** The handle with which to respond. */
  readonly token: string
  /** The secret in the mailed link. */
  readonly secret: string
}

const mailedLink = async (app: TestApp, email: string): Promise<string | undefined> =>
  (await mailsOf(app)).findLast(({ template, to }) => template === 'invitation' && to === email)?.link

/** Invites a user, and takes the link from the mail or, without a mail server, from the response. */
export const invite = (
  app: TestApp,
  owner: Caller,
  projectId: number,
  email: string,
  sharing: Sharing,
): Promise<Invited> => measured('invitation', () => sendInvitation(app, owner, projectId, email, sharing))

async function sendInvitation(
  app: TestApp,
  owner: Caller,
  projectId: number,
  email: string,
  { role = 'write', environments }: Sharing,
): Promise<Invited> {
  const body: InputOf<typeof inviteCollaborator>['body'] = { email, role, environments: [...environments] }
  const { invitation } = await owner.client.call(inviteCollaborator, { params: { id: projectId }, body })
  const secret = (invitation.link ?? (await mailedLink(app, email)))?.split('#')[1] ?? ''
  const opened = await app.as().call(openInvitation, { body: { secret } })
  return { id: invitation.id, token: opened.invitation.token, secret }
}

export const accept = ({ client }: Caller, { token, secret }: { token: string; secret?: string }) =>
  client.call(acceptInvitation, { params: { token }, body: secret === undefined ? {} : { secret } })

/** Marks a user's e-mail address as verified, like a mailed link does. */
export const markEmailVerified = ({ ctx }: Pick<TestApp, 'ctx'>, { userId }: Pick<Person, 'userId'>) =>
  inTransaction(ctx, async (tx) => {
    const user = await findUser(tx, userId)
    if (user) await changeUser(tx, user, { email_verified_at: ctx.clock() })
  })

/** Invites a user who accepts. */
export async function shareProject(
  app: TestApp,
  owner: Caller,
  projectId: number,
  collaborator: Person,
  sharing: Sharing,
): Promise<Invited> {
  const invited = await invite(app, owner, projectId, collaborator.email, sharing)
  await accept(collaborator, sharing.withLink === false ? { token: invited.token } : invited)
  return invited
}

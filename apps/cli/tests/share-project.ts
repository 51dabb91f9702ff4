// Collaborators on Ada's project, added as users are: through a mail and its link.

import { sendVerification, verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { type CollaboratorRole, inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import {
  acceptInvitation,
  listInvitations,
  openInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { waitForMail } from '../../../dev/world/mails.ts'
import { type Person, signUp } from '../../../dev/world/sign-up.ts'
import type { CliWorld } from './cli-world.ts'

export interface Collaborator extends Person {
  /** For the command line, created before the project was shared. */
  readonly cliToken: string
}

/** The part after the `#` of the newest mailed link of a kind. */
const mailedSecret = async ({ server }: CliWorld, to: string, template: string): Promise<string> =>
  (await waitForMail(server.dataDir, template, to)).link?.split('#')[1] ?? ''

interface Offer {
  readonly role: CollaboratorRole
  readonly environments: readonly number[]
}

const invite = (world: CliWorld, email: string, { role, environments }: Offer) =>
  world.ada.client.call(inviteCollaborator, {
    params: { id: world.projectId },
    body: { email, role, environments: [...environments] },
  })

/** A user with an account and a token, who accepts through the mailed link. */
export async function shareWith(world: CliWorld, name: string, offer: Offer): Promise<Collaborator> {
  const email = `${name}@example.com`
  const person = await world.server.addPerson({ email })
  const { token: cliToken } = await person.client.call(createCliToken, {})
  await invite(world, email, offer)
  const secret = await mailedSecret(world, email, 'invitation')
  const { invitation } = await person.client.call(openInvitation, { body: { secret } })
  await person.client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })
  return { ...person, cliToken }
}

/** A user who was invited before they had an account, and accepts without the link: the keys are still pending. */
export async function shareWithoutKeys(world: CliWorld, name: string, offer: Offer): Promise<Collaborator> {
  const email = `${name}@example.com`
  await invite(world, email, offer)
  const person = await signUp(world.server.url, { email })
  const { token: cliToken } = await person.client.call(createCliToken, {})
  await person.client.call(sendVerification, {}).catch(() => {})
  const token = await mailedSecret(world, email, 'verify-email')
  await person.client.call(verifyEmail, { body: { token } })
  const { invitations } = await person.client.call(listInvitations, {})
  const [invitation] = invitations
  if (!invitation) throw new Error('There is no invitation')
  const accepted = await person.client.call(acceptInvitation, {
    params: { token: invitation.token },
    body: {},
  })
  if (!accepted.keys_pending) throw new Error('The keys are already there')
  return { ...person, cliToken }
}

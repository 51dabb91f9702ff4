// Who shares what with whom in the life-like company: the owner shares, is shared with, and is invited.

import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { type Person, signUp } from '../dev/world/sign-up.ts'
import { mailedLink } from './mailed-link.ts'
import { type Seeded, seedProject } from './seed.ts'

interface Server {
  readonly url: string
  readonly dataDir: string
}

export async function seedSharing(server: Server, owner: Person, storefront: Seeded): Promise<void> {
  const colleague = await signUp(server.url, { email: 'grace@example.com' })
  const { staging = 0, production = 0, development = 0 } = storefront.environments
  await invite(owner, storefront.projectId, colleague.email, 'write', [staging, production])
  await accept(server, colleague)
  await invite(owner, storefront.projectId, 'katherine@example.com', 'read', [development])
  const reader = await signUp(server.url, {
    email: 'margaret.hamilton-and-colleagues@operations.example.com',
  })
  await invite(owner, storefront.projectId, reader.email, 'read', [staging, production])
  await accept(server, reader)

  const designs = await seedProject(colleague, 'Design system', { production: { NPM_TOKEN: 'npm_3kd9' } })
  await invite(colleague, designs.projectId, owner.email, 'read', Object.values(designs.environments))
  await accept(server, owner)

  const other = await signUp(server.url, { email: 'alan@example.com' })
  const payments = await seedProject(other, 'Payments', { production: { PSP_KEY: 'psp_1' } })
  await invite(other, payments.projectId, owner.email, 'write', Object.values(payments.environments))
}

async function invite(
  { client }: Person,
  id: number,
  email: string,
  role: 'read' | 'write',
  environments: number[],
): Promise<void> {
  await client.call(inviteCollaborator, { params: { id }, body: { email, role, environments } })
}

/** With the link from the mail, which also proves the address. */
async function accept({ dataDir }: Server, { client, email }: Person): Promise<void> {
  const secret = (await mailedLink(dataDir, 'invitation', email)).split('#')[1] ?? ''
  const { invitation } = await client.call(openInvitation, { body: { secret } })
  await client.call(acceptInvitation, { params: { token: invitation.token }, body: { secret } })
}

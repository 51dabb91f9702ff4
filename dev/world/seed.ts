import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { waitForMail } from './mails.ts'
import { type Person, signUp } from './sign-up.ts'
import type { StartedServer } from './start-server.ts'

export const demo = {
  email: 'demo@example.com',
  password: 'demo-password',
  masterPassword: 'demo-master-password',
} as const

export const colleague = {
  email: 'colleague@example.com',
  password: 'demo-password',
  masterPassword: 'demo-master-password',
} as const

const environments = {
  development: {
    NODE_ENV: 'development',
    DATABASE_URL: 'postgres://localhost/storefront',
    SESSION_SECRET: 'only-for-this-laptop',
    GREETING: 'Hello # and welcome',
  },
  production: {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://storefront:s3cr3t@db.internal/storefront?sslmode=require',
    SESSION_SECRET: 'XkC2#9 $uperLong',
    PAYMENT_KEY: 'sk_demo_4eC39HqLyjWDarjtT1zdp7dc',
    TLS_CERTIFICATE: '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUdemo\n-----END CERTIFICATE-----\n',
  },
}

/** Fills an empty server, over its API, with what two people would have after a day of use. */
export async function seed({
  url,
  dataDir,
}: Pick<StartedServer, 'url' | 'dataDir'>): Promise<{ apiKey: string; token: string; projectId: number }> {
  const { client } = await signUp(url, demo)
  const { project } = await client.call(createProject, {
    body: { name: 'Storefront', description: 'The shop and its API' },
  })
  const shared: number[] = []
  for (const [name, variables] of Object.entries(environments)) {
    const made = await client.call(createEnvironment, { params: { projectId: project.id }, body: { name } })
    await client.call(writeVariables, {
      params: { id: made.environment.id },
      body: { variables, mode: 'merge' },
    })
    shared.push(made.environment.id)
  }
  const { invitation } = await client.call(inviteCollaborator, {
    params: { id: project.id },
    body: { email: colleague.email, role: 'write', environments: shared.slice(0, 1) },
  })
  const link = invitation.link ?? (await waitForMail(dataDir, 'invitation')).link ?? ''
  await join(await signUp(url, colleague), link)
  await client.call(createProject, { body: { name: 'Newsletter' } })
  const key = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'CI', permissions: ['read_variables', 'read_schema', 'variables.api_inject'] },
  })
  const { token } = await client.call(createPersonalToken, {
    body: { name: 'Laptop', permissions: [...personalTokenPermissions] },
  })
  return { apiKey: key.api_key.api_key, token: token.token, projectId: project.id }
}

/** Follows the link of an invitation. */
async function join({ client }: Person, link: string): Promise<void> {
  const body = { secret: link.split('#')[1] ?? '' }
  const { invitation } = await client.call(openInvitation, { body })
  await client.call(acceptInvitation, { params: { token: invitation.token }, body })
}

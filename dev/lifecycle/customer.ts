// A paying customer as there are many: projects with values, an API key for CI in each, a token for the command line,
// and collaborators.

import { type Client, createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { actInSandboxPortal, answerSandboxCheckout } from '@envhold/contract/billing/sandbox.ts'
import {
  openCustomerPortal,
  refreshSubscription,
  startCheckout,
} from '@envhold/contract/billing/subscription.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { type Person, signUp, withProof } from '../world/sign-up.ts'
import type { MovedServer } from './moved-server.ts'

export interface CustomerProject {
  readonly id: number
  readonly name: string
  readonly environment: number
  readonly apiKey: string
  /** The environment as a `.env` file. */
  readonly dotenv: string
  /** A part of its values that is nowhere else. */
  readonly canary: string
}

export interface Customer {
  readonly person: Renewable
  /** Those that were created, in this order. */
  readonly projects: readonly CustomerProject[]
  /** A personal token. */
  readonly token: string
  /** Who works in one of the projects, in the order in which they joined. */
  readonly members: readonly Renewable[]
}

type Server = Pick<MovedServer, 'url'>

/** A person whose session can be started again; it lasts for 30 days without a call, and for 90 at most. */
export interface Renewable extends Person {
  readonly signInAgain: () => Promise<void>
  /** The token of the newest session. */
  readonly currentToken: () => string
}

async function signUpRenewable({ url }: Server, email: string): Promise<Renewable> {
  const person = await signUp(url, { email })
  const { password, masterPassword = '' } = person
  let { token } = person
  const headers = () => ({
    authorization: `Bearer ${token}`,
    'x-master-password': encodeURIComponent(masterPassword),
  })
  return {
    ...person,
    client: withProof(createClient({ server: url, headers, timeoutMs: 120_000 }), password, (renewed) => {
      token = renewed
    }),
    currentToken: () => token,
    signInAgain: async () => {
      token = (await createClient({ server: url }).call(login, { body: { email, password } })).token
    },
  }
}

/** Pays for Pro in the sandbox, monthly. */
export async function payForPro(client: Client): Promise<number> {
  const { plans } = await client.call(listPlans, {})
  const planId = plans.find(({ name }) => name === 'pro')?.id ?? 0
  const url = 'https://vault.example.com/subscription'
  const { checkoutUrl } = await client.call(startCheckout, {
    body: { planId, billingInterval: 'monthly', provider: 'sandbox', successUrl: url, cancelUrl: url },
  })
  const id = checkoutUrl.split('/').at(-1) ?? ''
  await client.call(answerSandboxCheckout, { params: { id }, body: { answer: 'pay' } })
  const { subscription } = await client.call(refreshSubscription, {})
  if (!subscription) throw new Error('There is no subscription after the payment')
  return subscription.id
}

/** Ends the subscription at the provider, today; its grace period begins. */
export async function endSubscription(client: Client): Promise<void> {
  const returnUrl = 'https://vault.example.com/subscription'
  const { portalUrl } = await client.call(openCustomerPortal, { body: { returnUrl } })
  const id = portalUrl.split('/').at(-1) ?? ''
  await client.call(actInSandboxPortal, { params: { id }, body: { action: 'end' } })
  await client.call(refreshSubscription, {})
}

async function addProject(client: Client, name: string): Promise<CustomerProject> {
  const { project } = await client.call(createProject, { body: { name } })
  const { environment } = await client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'production', protected: false },
  })
  const params = { id: environment.id }
  const canary = `canary-${project.id}-${crypto.randomUUID()}`
  const variables = { URL: `postgres://shop:${canary}@db.example.com/shop`, GREETING: 'Hello # "you" $HOME' }
  await client.call(writeVariables, { params, body: { variables, mode: 'replace' } })
  await client.call(writeVariables, { params, body: { variables: { PORT: '443' }, mode: 'merge' } })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'CI', permissions: ['read_variables', 'read_schema', 'variables.api_inject'] },
  })
  const dotenv = await client.call(downloadEnvironment, { params, query: {} })
  return { id: project.id, name, environment: environment.id, apiKey: api_key.api_key, dotenv, canary }
}

/** Invites someone with an account, who follows the mailed link. */
async function addMember(server: MovedServer, owner: Client, project: CustomerProject, email: string) {
  const member = await signUpRenewable(server, email)
  const { invitation } = await owner.call(inviteCollaborator, {
    params: { id: project.id },
    body: { email, role: 'write', environments: [project.environment] },
  })
  const mail =
    invitation.link ??
    server.mails.find(({ to, template }) => to === email && template === 'invitation')?.link
  const body = { secret: mail?.split('#')[1] ?? '' }
  const opened = await member.client.call(openInvitation, { body })
  await member.client.call(acceptInvitation, { params: { token: opened.invitation.token }, body })
  return member
}

export interface Uses {
  readonly projects: readonly string[]
  /** How many people join the project `shared`. */
  readonly members: number
  readonly shared: string
}

/** Signs a customer up who pays for Pro and uses it. */
export async function becomeCustomer(server: MovedServer, name: string, uses: Uses): Promise<Customer> {
  const person = await signUpRenewable(server, `${name}@example.com`)
  const { client } = person
  await payForPro(client)
  const projects: CustomerProject[] = []
  for (const project of uses.projects) {
    // No two are equally old.
    await server.waitAMoment()
    projects.push(await addProject(client, project))
  }
  const members: Renewable[] = []
  for (let number = 1; number <= uses.members; number++) {
    await server.waitAMoment()
    const email = `${name}-${number}@example.com`
    members.push(await addMember(server, client, projectOf({ projects }, uses.shared), email))
  }
  const { token } = await client.call(createPersonalToken, {
    body: { name: 'Laptop', permissions: [...personalTokenPermissions] },
  })
  return { person, projects, token: token.token, members }
}

export function projectOf({ projects }: Pick<Customer, 'projects'>, name: string): CustomerProject {
  const project = projects.find((project) => project.name === name)
  if (!project) throw new Error(`There is no project ${name}`)
  return project
}

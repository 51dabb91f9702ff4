import { type Client, createClient } from '@envhold/client/client.ts'
import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { apiKeyPermissionNames, personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { type Person, signUp } from '../world/sign-up.ts'

/** Who acts, and on what: created once, used in every round. */
export interface Fixture {
  readonly person: Person
  readonly session: { token: string; provedAt: number }
  readonly projectId: number
  /** Many clients write it, one or a few variables at a time. */
  readonly crowded: number
  /** One client writes it, always all of it. */
  readonly replaced: number
  /** The personal tokens in turn, because each has an hourly limit. */
  readonly nextToken: () => string
  readonly apiKey: string
  /** Allowed only from an IP address that nobody uses: every call with it is rejected and recorded. */
  readonly keyOfAnotherIp: string
}

const tokenCount = 8
const maxProofAgeMs = 5 * 60_000

/** The operator's own, so that no plan's limits apply. */
export async function createFixture(url: string): Promise<Fixture> {
  const person = await signUp(url)
  const { client } = person
  const { project } = await client.call(createProject, { body: { name: 'Crashes' } })
  const params = { projectId: project.id }
  const environments: number[] = []
  for (const name of ['crowded', 'replaced']) {
    const { environment } = await client.call(createEnvironment, { params, body: { name, protected: false } })
    environments.push(environment.id)
  }
  const [crowded = 0, replaced = 0] = environments
  const tokens: string[] = []
  for (let n = 1; n <= tokenCount; n++) {
    const body = { name: `writers ${n}`, permissions: [...personalTokenPermissions] }
    tokens.push((await client.call(createPersonalToken, { body })).token.token)
  }
  let turn = 0
  const newKey = async (name: string, allowed_ips: string[]) => {
    const body = { name, allowed_ips, permissions: [...apiKeyPermissionNames] }
    const made = await client.call(createApiKey, { params: { id: project.id }, body })
    return made.api_key.api_key
  }
  return {
    person,
    session: { token: person.token, provedAt: Date.now() },
    projectId: project.id,
    crowded,
    replaced,
    nextToken: () => tokens[turn++ % tokenCount] ?? '',
    apiKey: await newKey('readers', []),
    keyOfAnotherIp: await newKey('from elsewhere', ['203.0.113.7']),
  }
}

export interface Clients {
  /** The browser's way: session and master password. */
  readonly session: Client
  readonly token: Client
  readonly withToken: (token: string) => Client
  readonly withApiKey: (key: string) => Client
}

/** A proof of identity lasts ten minutes, and many rounds take longer. No other call may be under way. */
export async function proveAgain({ session: client }: Clients, { person, session }: Fixture): Promise<void> {
  if (Date.now() - session.provedAt < maxProofAgeMs) return
  const { token } = await client.call(confirmPassword, { body: { password: person.password } })
  Object.assign(session, { token, provedAt: Date.now() })
}

/** The clients of a server that was just started, on any port. */
export function clientsOf(url: string, { person, session, nextToken }: Fixture): Clients {
  const reading = (headers: () => Record<string, string>) =>
    createClient({ server: url, headers, timeoutMs: 20_000 })
  const client = (headers: Record<string, string>) => reading(() => headers)
  const withToken = (text: string) => client({ authorization: `Bearer ${text}` })
  return {
    session: reading(() => ({
      authorization: `Bearer ${session.token}`,
      'x-master-password': encodeURIComponent(person.masterPassword ?? ''),
    })),
    token: withToken(nextToken()),
    withToken,
    withApiKey: (key) => client({ 'x-api-key': key }),
  }
}

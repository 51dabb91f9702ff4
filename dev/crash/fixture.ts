import { type Client, createClient } from '@envhold/client/client.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { apiKeyPermissionNames, personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens.ts'
import { createProject } from '@envhold/contract/projects.ts'
import { type Person, signUp } from '../world/sign-up.ts'

/** Who acts, and on what: made once, there in every round. */
export interface Fixture {
  readonly person: Person
  readonly projectId: number
  /** Many write it, a variable or a few at a time. */
  readonly crowded: number
  /** One writes it, all of it each time. */
  readonly replaced: number
  /** One personal token after the other, since each has its calls an hour. */
  readonly nextToken: () => string
  readonly apiKey: string
  /** Given from an address that nobody calls from: every call with it is refused, and on record. */
  readonly keyOfAnotherIp: string
}

const tokenCount = 8

/** The operator's own, so that no plan's limits stop it. */
export async function createFixture(url: string): Promise<Fixture> {
  const person = await signUp(url)
  const { client } = person
  const { project } = await client.call(createProject, { body: { name: 'Crashes' } })
  const params = { projectId: project.id }
  const environments: number[] = []
  for (const name of ['crowded', 'replaced']) {
    const { environment } = await client.call(createEnvironment, { params, body: { name } })
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
    projectId: project.id,
    crowded,
    replaced,
    nextToken: () => tokens[turn++ % tokenCount] ?? '',
    apiKey: await newKey('readers', []),
    keyOfAnotherIp: await newKey('from elsewhere', ['203.0.113.7']),
  }
}

export interface Clients {
  /** The browser's way in: session and master password. */
  readonly session: Client
  readonly token: Client
  readonly withToken: (token: string) => Client
  readonly withApiKey: (key: string) => Client
}

/** The ways in to a server that was just started, on whatever port. */
export function clientsOf(url: string, { person, nextToken }: Fixture): Clients {
  const client = (headers: Record<string, string>) =>
    createClient({ server: url, headers: () => headers, timeoutMs: 20_000 })
  const withToken = (text: string) => client({ authorization: `Bearer ${text}` })
  return {
    session: client({
      authorization: `Bearer ${person.token}`,
      'x-master-password': encodeURIComponent(person.masterPassword ?? ''),
    }),
    token: withToken(nextToken()),
    withToken,
    withApiKey: (key) => client({ 'x-api-key': key }),
  }
}

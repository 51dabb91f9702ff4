// Infisical on a new instance, which its own installer starts: it needs PostgreSQL and Redis.

import { randomUUID } from 'node:crypto'
import { callPeer, checkedPeer, type Peer } from './peer.ts'

interface Bootstrapped {
  readonly identity: { readonly credentials: { readonly token: string } }
}
interface Created {
  readonly project: { readonly id: string }
}
interface Listed {
  readonly secrets: readonly { readonly secretKey: string; readonly secretValue: string }[]
}

const environment = 'dev'
const secretPath = '/'

/** @param url of an instance without accounts, such as `http://127.0.0.1:8080` */
export async function fillInfisical(url: string, variables: Readonly<Record<string, string>>): Promise<Peer> {
  const admin = { email: 'bench@example.com', password: randomUUID(), organization: 'Bench' }
  const { identity } = await callPeer<Bootstrapped>('POST', `${url}/api/v1/admin/bootstrap`, {}, admin)
  const headers = { authorization: `Bearer ${identity.credentials.token}` }
  const { project } = await callPeer<Created>('POST', `${url}/api/v1/projects`, headers, {
    projectName: 'Bench',
  })
  const secrets = Object.entries(variables).map(([secretKey, secretValue]) => ({ secretKey, secretValue }))
  const place = { projectId: project.id, environment, secretPath }
  await callPeer('POST', `${url}/api/v4/secrets/batch`, headers, { ...place, secrets })
  return await checkedPeer({
    name: 'Infisical',
    request: { url: `${url}/api/v4/secrets?${new URLSearchParams(place)}`, headers },
    variables,
    variablesIn: (body) =>
      Object.fromEntries(
        (body as Listed).secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue]),
      ),
    stop: async () => {},
  })
}

import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { createProject } from '@envhold/contract/projects.ts'
import { writeVariables } from '@envhold/contract/variables.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { pin, serverCore } from './cores.ts'
import type { Target } from './measure.ts'

export interface InjectWorld {
  readonly server: StartedServer
  /** The environment of so many variables, as a key fetches it; and the same fetched again, unchanged. */
  readonly targets: (variables: number) => Promise<{ fetched: Target; unchanged: Target; bytes: number }>
}

const value = (n: number) => `postgres://user-${n}:a-password-of-some-length@db-${n}.internal:5432/name`

/** A real server with an operator, whose keys know no limit, and one environment for each size. */
export async function startInjectWorld(
  engine: 'sqlite' | 'postgres',
  nodeArgs: readonly string[] = [],
): Promise<InjectWorld> {
  const server = await startServer({ engine, nodeArgs, settings: { LOG_LEVEL: 'error' } })
  const { client } = await signUp(server.url)
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  pin(server.pid, serverCore)
  return {
    server,
    targets: async (count) => {
      const { environment } = await client.call(createEnvironment, {
        params: { projectId: project.id },
        body: { name: `with-${count}` },
      })
      const names = Array.from({ length: count }, (_, n) => [`SERVICE_${n}_URL`, value(n)])
      await client.call(writeVariables, {
        params: { id: environment.id },
        body: { variables: Object.fromEntries(names), mode: 'replace' },
      })
      const { api_key } = await client.call(createApiKey, {
        params: { id: project.id },
        body: { name: `bench ${count}`, permissions: [], environment_access: [String(environment.id)] },
      })
      const url = `${server.url}/api/v1/inject/${project.id}/${environment.name}`
      const headers = { 'x-api-key': api_key.api_key }
      const answer = await fetch(url, { headers })
      const bytes = Buffer.byteLength(await answer.text())
      const etag = answer.headers.get('etag') ?? ''
      return {
        bytes,
        fetched: { url, headers, status: 200 },
        unchanged: { url, headers: { ...headers, 'if-none-match': etag }, status: 304 },
      }
    },
  }
}

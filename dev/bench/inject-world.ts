import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { pin, serverCore } from './cores.ts'
import type { LoadRequest } from './load.ts'
import type { Target } from './measure.ts'
import { type Meter, meterOf } from './meter.ts'

export interface InjectWorld {
  readonly server: StartedServer
  readonly meter: Meter
  /**
   * A number of environments with a number of variables, each fetched with its own key, or its names alone; and the
   * same fetched again, unchanged. `bytes` is the length of one response.
   */
  readonly targets: (
    variables: number,
    keys?: number,
    what?: 'inject' | 'schema',
  ) => Promise<{ fetched: Target; unchanged: Target; bytes: number }>
  readonly stop: () => Promise<void>
}

/** As many variables as asked for, of the length that addresses have. */
export const sampleVariables = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `SERVICE_${n}_URL`,
      `postgres://user-${n}:a-password-of-some-length@db-${n}.internal:5432/name`,
    ]),
  )

/** A real server with an operator, whose keys have no limit. */
export async function startInjectWorld(
  engine: 'sqlite' | 'postgres',
  {
    nodeArgs = [],
    settings = {},
  }: { nodeArgs?: readonly string[]; settings?: Readonly<Record<string, string>> } = {},
): Promise<InjectWorld> {
  const server = await startServer({ engine, nodeArgs, settings: { LOG_LEVEL: 'error', ...settings } })
  const { client } = await signUp(server.url)
  const meter = await meterOf(server)
  pin(server.pid, serverCore)

  const seedKey = async (projectId: number, name: string, variables: number) => {
    const params = { projectId }
    const { environment } = await client.call(createEnvironment, { params, body: { name, protected: false } })
    await client.call(writeVariables, {
      params: { id: environment.id },
      body: { variables: sampleVariables(variables), mode: 'replace' },
    })
    const { api_key } = await client.call(createApiKey, {
      params: { id: projectId },
      body: {
        name,
        permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
        environment_access: [String(environment.id)],
      },
    })
    return { path: `${projectId}/${environment.name}`, headers: { 'x-api-key': api_key.api_key } }
  }

  return {
    server,
    meter,
    targets: async (variables, keys = 1, what = 'inject') => {
      const name = `Bench ${what} ${variables} ${keys}`
      const { project } = await client.call(createProject, { body: { name } })
      const fetched: LoadRequest[] = []
      // All before the first fetch: beside calls of others, an account with so much work waits for each.
      for (let n = 0; n < keys; n++) {
        const { path, headers } = await seedKey(project.id, `environment-${n}`, variables)
        fetched.push({ url: `${server.url}/api/v1/${what}/${path}`, headers })
      }
      const unchanged: LoadRequest[] = []
      let bytes = 0
      for (const request of fetched) {
        const answer = await fetch(request.url, { headers: request.headers })
        bytes = Buffer.byteLength(await answer.text())
        const etag = answer.headers.get('etag') ?? ''
        unchanged.push({ ...request, headers: { ...request.headers, 'if-none-match': etag } })
      }
      return {
        bytes,
        fetched: { requests: fetched, status: 200 },
        unchanged: { requests: unchanged, status: 304 },
      }
    },
    stop: async () => {
      await meter.close()
      await server.stop()
    },
  }
}

import { readSchema as endpoint } from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { openSealedEnvironment } from '../environments/open-sealed-environment.ts'
import { findGrantedEnvironment } from './find-granted-environment.ts'
import type { InjectDeps } from './inject.ts'
import { openKeyOfToken } from './open-key-of-token.ts'
import { type KeyEndpoint, withUsageRecord } from './with-usage-record.ts'

/** The names of an environment's variables, without values. */
export function readSchema(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  parts: InjectDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<KeyEndpoint>> {
  const { params, ifNoneMatch } = call
  return withUsageRecord(ctx, parts, endpoint, call, 'names', async (key, token) => {
    requireKeyPermissions(key, ['read_schema'])
    const given = await findGrantedEnvironment(ctx, key, params.environment, ifNoneMatch)
    const { environment, isKnown } = given
    const headers = { etag: given.etag }
    if (isKnown) return { reply: { status: 304, headers }, environmentId: environment.id, variables: 0 }

    const variables = openSealedEnvironment(openKeyOfToken(ctx, parts.keys, token, environment), environment)
    const json = {
      project: { id: key.project_id, name: key.project_name },
      environment: { id: environment.id, name: environment.name },
      version: environment.version,
      keys: [...variables.keys()],
    }
    return { reply: { json, headers }, environmentId: environment.id, variables: 0 }
  })
}

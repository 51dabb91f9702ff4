import { inject as endpoint } from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import { renderReply } from '../../http/render-reply.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { openSealedEnvironment } from '../environments/open-sealed-environment.ts'
import type { EnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import { findGrantedEnvironment } from './find-granted-environment.ts'
import { openKeyOfToken } from './open-key-of-token.ts'
import { type KeyEndpoint, type UsageRecordDeps, withUsageRecord } from './with-usage-record.ts'

export interface InjectDeps extends UsageRecordDeps {
  readonly keys: EnvironmentKeyCache
}

/** An environment as text for whoever holds an API key that was given it. */
export function inject(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  parts: InjectDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<KeyEndpoint>> {
  const { params, query, ifNoneMatch } = call
  const asked = `${query.format}/${query.dialect ?? ''}`
  return withUsageRecord(ctx, parts, endpoint, call, asked, async (key, token) => {
    requireKeyPermissions(key, ['read_variables', 'variables.api_inject'])
    const given = await findGrantedEnvironment(ctx, key, params.environment, ifNoneMatch)
    const { environment, isKnown } = given
    const headers = { etag: given.etag }
    if (isKnown) return { reply: { status: 304, headers }, environmentId: environment.id, variables: 0 }

    const variables = openSealedEnvironment(openKeyOfToken(ctx, parts.keys, token, environment), environment)
    const reply = renderReply(variables, query)
    return {
      reply: { ...reply, headers: { ...headers, ...reply.headers } },
      environmentId: environment.id,
      variables: variables.size,
    }
  })
}

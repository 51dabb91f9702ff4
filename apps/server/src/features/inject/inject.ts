import { inject as endpoint } from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import { renderReply } from '../../http/render-reply.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import type { UsageRecorder } from '../audit-log/usage-recorder.ts'
import { openSealedEnvironment } from '../environments/open-sealed-environment.ts'
import type { EnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import { findGivenEnvironment } from './find-given-environment.ts'
import { onRecord } from './on-record.ts'
import { openKeyOfToken } from './open-key-of-token.ts'

export interface InjectParts {
  readonly usage: UsageRecorder
  readonly keys: EnvironmentKeyCache
}

/** An environment as text for whoever holds an API key that was given it. */
export function inject(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  { usage, keys }: InjectParts,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, query, ifNoneMatch } = call
  return onRecord(ctx, usage, endpoint, call, async (key) => {
    requireKeyPermissions(key, ['read_variables', 'variables.api_inject'])
    const given = await findGivenEnvironment(ctx, key, params.environment, ifNoneMatch)
    const { environment, isKnown } = given
    const headers = { etag: given.etag }
    if (isKnown) return { reply: { status: 304, headers }, environmentId: environment.id, variables: 0 }

    const variables = openSealedEnvironment(openKeyOfToken(ctx, keys, caller.key, environment), environment)
    const reply = renderReply(variables, query)
    return {
      reply: { ...reply, headers: { ...headers, ...reply.headers } },
      environmentId: environment.id,
      variables: variables.size,
    }
  })
}

import { readOwnApiKey as endpoint } from '@envhold/contract/inject.ts'
import type { Context } from '../../context.ts'
import type { Call, Reply } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { listGrantedEnvironments } from './list-granted-environments.ts'
import { type KeyEndpoint, type UsageRecordDeps, withUsageRecord } from './with-usage-record.ts'

/** Tells the holder of an API key what the key is: nothing of environments that it may not read. */
export function readOwnApiKey(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  parts: UsageRecordDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<KeyEndpoint>> {
  return withUsageRecord(ctx, parts, endpoint, { ...call, params: {} }, endpoint.name, async (key) => {
    const environments = await listGrantedEnvironments(ctx, key)
    const json = {
      api_key: {
        key_name: key.key_name,
        permissions: JSON.parse(key.permissions),
        expires_at: key.expires_at === null ? null : wireTime(key.expires_at),
      },
      project: { id: key.project_id, name: key.project_name },
      environments: environments.map(({ id, name }) => ({ id, name })),
    }
    return { reply: { json }, environmentId: null, variables: 0 }
  })
}

import type { readOwnApiKey as endpoint } from '@envhold/contract/inject.ts'
import { wireTime } from '../../http/wire-time.ts'
import { permissionsOfKey } from '../api-keys/api-key-store.ts'
import type { AdmittedCall, InjectContext, Served } from './admitted-call.ts'
import { listGrantedEnvironments } from './list-granted-environments.ts'

/** Describes the presented API key, and no environments that it may not read. */
export async function readOwnApiKey(
  ctx: InjectContext,
  { key }: AdmittedCall<typeof endpoint>,
): Promise<Served<typeof endpoint>> {
  const environments = await listGrantedEnvironments(ctx, key)
  const json = {
    api_key: {
      key_name: key.key_name,
      permissions: permissionsOfKey(key),
      expires_at: key.expires_at === null ? null : wireTime(key.expires_at),
    },
    project: { id: key.project_id, name: key.project_name },
    environments: environments.map(({ id, name }) => ({ id, name })),
  }
  return { reply: { json }, environmentId: null, variables: 0 }
}

import type { Context } from '../../context.ts'
import { isEnvironmentGranted } from '../api-keys/api-key-auth.ts'
import type { KeyForCall } from '../api-keys/api-key-store.ts'
import { type EnvironmentRow, listEnvironmentRows } from '../environments/environment-store.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'

/** The environments that an API key may read and has grants for, oldest first. */
export async function listGrantedEnvironments(
  ctx: Pick<Context, 'db' | 'secrets'>,
  key: KeyForCall,
): Promise<EnvironmentRow[]> {
  const rows = await listEnvironmentRows(ctx, key.project_id)
  const granted = await grantedEnvironments(ctx.db, { kind: 'api-key', id: key.id }, key.project_id)
  return rows.filter(({ id }) => isEnvironmentGranted(key, id) && granted.includes(id))
}

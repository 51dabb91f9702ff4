import type { listFormerNames as endpoint, FormerName } from '@envhold/contract/former-names.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { requireEnvironment } from './environment-access.ts'
import { endOf, listFormerNameRows } from './former-name-store.ts'

export async function listFormerNames(
  ctx: Context,
  { caller, params }: Pick<Call<typeof endpoint>, 'caller' | 'params'>,
): Promise<FormerName[]> {
  const { environment } = await requireEnvironment(ctx, caller, { id: params.id, act: 'read' })
  const rows = await listFormerNameRows(ctx, environment.id)
  return rows.map((row) => ({ name: row.name, ends_at: wireTime(endOf(row)) }))
}

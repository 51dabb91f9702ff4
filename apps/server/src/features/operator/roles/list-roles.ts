import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listRoles as endpoint } from '@envhold/contract/operator/roles.ts'
import type { Context } from '../../../context.ts'
import { countHolders, listRoleRows } from './role-store.ts'
import { roleView } from './role-view.ts'

export async function listRoles(ctx: Pick<Context, 'db' | 'secrets'>): Promise<OutputOf<typeof endpoint>> {
  const [rows, holders] = await Promise.all([listRoleRows(ctx), countHolders(ctx)])
  return { roles: rows.map((row) => roleView(row, holders.get(row.name) ?? 0)) }
}

import { type Environment, environmentColors } from '@envhold/contract/environments/environments.ts'
import { wireTime } from '../../http/wire-time.ts'
import type { EnvironmentRow } from './environment-store.ts'

export const isProtected = ({ is_protected }: Pick<EnvironmentRow, 'is_protected'>): boolean =>
  is_protected === 1

/** An environment in its wire form. */
export const environmentView = (row: EnvironmentRow): Environment => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  version: row.version,
  variable_count: row.variable_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  rekey_pending: row.rekey_pending === 1,
  color: environmentColors.find((color) => color === row.color) ?? null,
  protected: isProtected(row),
})

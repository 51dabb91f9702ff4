import type { EnvironmentsTable } from '../../db/project-tables.ts'
import { defineRowMac } from '../../db/row-mac.ts'

type Authenticated = Pick<
  EnvironmentsTable,
  'project_id' | 'name' | 'version' | 'epoch' | 'variable_count' | 'rekey_pending' | 'names_hash'
> & {
  readonly id: number
  readonly oldest_version: number
  readonly color: string | null
  readonly is_protected: number | null
}

/** Identifies an environment, its newest version, its key, the number and the names of its variables, and its marks. */
export const environmentMac = defineRowMac<Authenticated>(
  'environments',
  ({ id }) => String(id),
  ({
    project_id,
    name,
    version,
    epoch,
    variable_count,
    rekey_pending,
    oldest_version,
    names_hash,
    color,
    is_protected,
  }) => ({
    project_id,
    name,
    version,
    epoch,
    variable_count,
    rekey_pending,
    // Omitted while the history is complete, as in rows from before this column existed.
    ...(oldest_version === 1 ? {} : { oldest_version }),
    // Omitted until names are stored, as in rows from before migration 0009.
    ...(names_hash === null ? {} : { names_hash }),
    // Omitted until they are set, as in rows from before migration 0021.
    ...(color === null ? {} : { color }),
    ...(is_protected === null ? {} : { is_protected }),
  }),
)

import { maxFormerNames } from '@envhold/contract/former-names.ts'
import type { Tx } from '../audit-log/tx.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'
import { deleteFormerName, insertFormerName, listFormerNameRows } from './former-name-store.ts'
import { rejectFormerName } from './reject-former-name.ts'

/**
 * Lets an environment answer to its name after a rename, so that keys and commands that use it work on for a while. The
 * owner of the project must be locked.
 * @throws AppError CONFLICT when another environment still answers to the new name
 */
export async function retainFormerName(tx: Tx, environment: EnvironmentRow, newName: string): Promise<void> {
  const { id, project_id } = environment
  const name_canonical = canonicalName(newName)
  if (name_canonical === canonicalName(environment.name)) return
  await rejectFormerName(tx, { projectId: project_id, name: newName, exceptOf: id })
  // The environment may get back a name that it had.
  await deleteFormerName(tx.db, { project_id, name_canonical })
  await insertFormerName(tx, environment)
  const rows = await listFormerNameRows(tx, id)
  for (const row of rows.slice(maxFormerNames)) await deleteFormerName(tx.db, row)
}

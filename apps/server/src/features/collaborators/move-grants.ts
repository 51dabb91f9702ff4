import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { PrincipalRow, StoredPrincipal } from '../keyring/principal-store.ts'
import type { AccessChange } from './access-change.ts'

interface Holders {
  /** Who loses what is removed. */
  readonly principals: readonly StoredPrincipal[]
  /** Who is granted what is added. */
  readonly recipients: readonly PrincipalRow[]
}

/** @throws AppError MASTER_PASSWORD_REQUIRED when environments are added while no vault is unlocked */
export async function moveGrants(
  tx: Tx,
  holder: KeyHolder | null,
  { added, removed }: AccessChange,
  { principals, recipients }: Holders,
): Promise<void> {
  await tx.hold([...added, ...removed])
  await revokeEnvironments(tx, { principals, environmentIds: removed, holder })
  if (added.length === 0) return
  if (!holder) throw new AppError('MASTER_PASSWORD_REQUIRED')
  await grantEnvironments(tx, holder, recipients, added)
}

import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { PrincipalRow, StoredPrincipal } from '../keyring/principal-store.ts'
import type { AccessChange } from './access-change.ts'

interface Holders {
  /** The principals who lose the removed environments. */
  readonly principals: readonly StoredPrincipal[]
  /** The principals who are granted the added environments. */
  readonly recipients: readonly PrincipalRow[]
}

/** @throws AppError MASTER_PASSWORD_REQUIRED when environments are added while the vault is locked */
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

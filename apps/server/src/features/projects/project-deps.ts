import type { Tx } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import type { UpdatePhase } from './delete-project.ts'

/** What projects need from the slices to their right, and the keyring. */
export interface ProjectDeps {
  readonly ring: Keyring
  readonly updatePhase: UpdatePhase
  /** Makes room for one more project in the storage of an account. @throws AppError LIMIT_REACHED */
  readonly makeRoomForProject: (tx: Tx, ownerId: number) => Promise<unknown>
}

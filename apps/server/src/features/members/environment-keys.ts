import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { PrincipalRow, StoredPrincipal } from '../keyring/principal-store.ts'

type By = Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>
type Events = readonly ActivityEvent[]

/**
 * What members need of environments, which stand to their right: app.ts passes it in. Environments are always held in the
 * order of their ids; events are returned to be appended.
 */
export interface EnvironmentKeys {
  /** The environments that a project has. */
  idsOf(db: Db, projectId: number): Promise<readonly number[]>
  /** Keeps others from changing environments until the transaction ends. */
  hold(trx: Trx, ids: readonly number[]): Promise<void>
  /** Seals environments to principals that do not hold them yet. */
  give(
    trx: Trx,
    holder: KeyHolder,
    principals: readonly PrincipalRow[],
    ids: readonly number[],
    by: By,
  ): Promise<Events>
  /** Takes them back: with new keys at once if the holder can, else at the next unlocked call. */
  take(
    trx: Trx,
    taking: {
      readonly principals: readonly StoredPrincipal[]
      readonly environmentIds: readonly number[]
      readonly holder: KeyHolder | null
      readonly by: By
    },
  ): Promise<{ readonly events: Events; readonly pending: number }>
  /** Gives them new keys, and these to `recipients` in the place of a link that was used. */
  handOver(
    trx: Trx,
    link: KeyHolder,
    recipients: readonly PrincipalRow[],
    ids: readonly number[],
    by: By,
  ): Promise<Events>
  /** Empties a link that was not used, and keeps its places for who accepted; says how many. */
  keepPlaces(trx: Trx, link: StoredPrincipal, ids: readonly number[]): Promise<number>
}

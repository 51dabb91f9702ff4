import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../app-error.ts'
import type { DbContext } from '../context.ts'
import { rosterHash } from '../features/keyring/epoch-store.ts'
import { listHolders } from '../features/keyring/grant-store.ts'
import { rosterOf } from '../features/keyring/roster.ts'
import { type EnvironmentHead, readStrangers } from './environment-walk-store.ts'
import type { OnFinding } from './finding.ts'

/**
 * Compares the holders of an environment's current key with the project's people and with the roster.
 * @param roster the roster hash of the current epoch, if known
 */
export async function verifyHolders(
  ctx: DbContext<'secrets'>,
  head: EnvironmentHead,
  roster: Uint8Array | undefined,
  onFinding: OnFinding,
): Promise<void> {
  const { id, epoch } = head
  for (const principal of await readStrangers(ctx.db, head))
    onFinding({
      table: 'grants',
      id: `${id}/user/${principal}`,
      problem: 'opens the environment for a user who is neither owner, collaborator nor invited',
    })
  if (!roster) return
  try {
    const holders = await listHolders(ctx, id, epoch)
    if (sameBytes(rosterHash(rosterOf(holders)), roster)) {
      if (holders.length !== head.holders)
        onFinding({
          table: 'environments',
          id: String(id),
          problem: `counts ${head.holders} holders of its key: there are ${holders.length}`,
        })
      return
    }
  } catch (error) {
    // An invalid grant is found by its MAC, or by its missing holder; a valid one of another epoch is not.
    if (!(error instanceof TamperedRowError || error instanceof VaultError)) throw error
  }
  onFinding({
    table: 'grants',
    id: `${id}/*`,
    problem: `are not those of the roster of epoch ${epoch}: one was added, removed or swapped`,
  })
}

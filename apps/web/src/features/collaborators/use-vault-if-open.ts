import { useConnection } from '../../connection/use-connection.ts'
import type { WithUnlockedVault } from '../../connection/vault/with-unlocked-vault.ts'

/**
 * For calls that work with a locked vault but do more with an open one. A held password is sent, and asked for again
 * if the server rejects it; otherwise no password is asked for.
 */
export function useVaultIfOpen(): WithUnlockedVault {
  const { withUnlockedVault, vault } = useConnection()
  return (action) => (vault.read() === null ? action() : withUnlockedVault(action))
}

import { useConnection } from '../../connection/use-connection.ts'
import type { WithUnlockedVault } from '../../connection/vault/with-unlocked-vault.ts'

/**
 * For what works with a locked vault, too, and does more with an open one: the password that is held goes along, and is
 * asked for again should the server no longer take it; none is asked for otherwise.
 */
export function useVaultIfOpen(): WithUnlockedVault {
  const { withUnlockedVault, vault } = useConnection()
  return (action) => (vault.read() === null ? action() : withUnlockedVault(action))
}

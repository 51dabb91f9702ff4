import type { Connection } from '../connection.ts'
import { sessionId } from '../session/session-store.ts'
import type { VaultSecret } from './with-unlocked-vault.ts'

/** The tabs of this browser that have the vault open, or would like to. */
export const vaultTabs = () => new BroadcastChannel('open-vault')

/** The vault has a new master password: holds it here, and in the other tabs that have the vault open. */
export function replaceSecret(
  { session, vault }: Pick<Connection, 'session' | 'vault'>,
  replacement: VaultSecret,
): void {
  vault.hold(replacement)
  const tabs = vaultTabs()
  tabs.postMessage({ session: sessionId(session), replacement })
  tabs.close()
}

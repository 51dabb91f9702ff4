import { useConnection } from './use-connection.ts'
import type { Gated } from './with-unlocked-vault.ts'

/**
 * `const gated = useGate(); await gated(() => api.call(…))`: asks for the master password first where none is held.
 * Rejects with GateClosedError when the person closes the prompt.
 */
export const useGate = (): Gated => useConnection().gated

import type { Gated } from './gate.ts'
import { useConnection } from './use-connection.ts'

/**
 * `const gated = useGate(); await gated(() => api.call(…))`: asks for the master password first where none is held.
 * Rejects with GateClosedError when the person closes the prompt.
 */
export const useGate = (): Gated => useConnection().gated

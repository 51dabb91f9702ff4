import type { SignUpMode } from '@envhold/contract/sign-up-modes.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeSetting } from './change-setting.ts'

/**
 * @param chosen null: the server's setting holds
 * @throws AppError CONFLICT
 */
export async function setSignUps(tx: Tx, chosen: SignUpMode | null, known?: number): Promise<void> {
  // A command may run without the server's SIGN_UPS.
  const ofServer = tx.actor.origin ? ` (${tx.config.signUps})` : ''
  const described = (mode: SignUpMode | null) => mode ?? `the server’s setting${ofServer}`
  const before = await changeSetting(tx, 'sign-ups', chosen, known)
  tx.record({
    type: 'sign_ups_changed',
    severity: 'high',
    description: `The sign-up mode was changed from ${described(before)} to ${described(chosen)}`,
  })
}

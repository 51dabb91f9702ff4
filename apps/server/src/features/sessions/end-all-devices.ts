import type { Trx } from '../../db/transaction.ts'
import { endDeviceTokens } from './device-store.ts'
import { deleteSessionsOf } from './session-store.ts'

/** Ends every session and every device token of an account. The caller drops its unlocked keys after the commit. */
export async function endAllDevices(trx: Trx, userId: number): Promise<void> {
  await deleteSessionsOf(trx, userId)
  await endDeviceTokens(trx, userId)
}

import { hash } from 'node:crypto'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import { type DeviceLogin, findDeviceLogin } from './device-login-store.ts'

/** What is stored of the value that the page holds. */
export const reviewHash = (review: string): Uint8Array => hash('sha256', review, 'buffer')

export const noLongerOpen = () =>
  new AppError('NOT_FOUND', {
    message: 'This login has expired, was answered, or was opened elsewhere. Enter its code again.',
  })

/**
 * The login that the caller's page opened last, and that waits for an answer.
 * @throws AppError NOT_FOUND; TamperedRowError
 */
export async function requireReviewed(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { userId }: SessionCaller,
  review: string,
): Promise<DeviceLogin> {
  const login = await findDeviceLogin(ctx, 'review_hash', reviewHash(review))
  const isOpen = login?.status === 'pending' && login.expires_at > ctx.clock()
  if (!isOpen || login.user_id !== userId) throw noLongerOpen()
  return login
}

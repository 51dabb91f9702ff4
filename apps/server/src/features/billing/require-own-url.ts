import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'

/**
 * Lets through pages of this instance only: a provider sends the browser there.
 * @throws AppError VALIDATION_FAILED
 */
export function requireOwnUrl({ config }: Pick<Context, 'config'>, path: string, url: string): void {
  const parsed = URL.parse(url)
  const isOwn =
    parsed?.origin === new URL(config.publicUrl).origin && parsed.username === '' && parsed.password === ''
  const message = 'Must be an address of this server'
  if (!isOwn) throw new AppError('VALIDATION_FAILED', { message, details: [{ path, message }] })
}

import { BadSignatureError } from '../payment-error.ts'
import { maxWebhookAgeSeconds } from '../provider.ts'

/**
 * The signed time of a webhook in seconds. SDKs accept a number with text behind it, and some accept any future time.
 * @throws BadSignatureError
 */
export function readWebhookTime(text: string, clock: () => number): number {
  const seconds = Number(text)
  const age = Math.floor(clock() / 1000) - seconds
  if (!/^[1-9]\d{0,11}$/.test(text) || !(Math.abs(age) <= maxWebhookAgeSeconds)) throw new BadSignatureError()
  return seconds
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The signed text. Invalid UTF-8 and a byte order mark are rejected: decoded loosely, altered bytes would be the same
 * text as the signed ones.
 * @throws BadSignatureError
 */
export function decodeWebhook(rawBody: Uint8Array): string {
  try {
    return strictUtf8.decode(rawBody)
  } catch {
    throw new BadSignatureError()
  }
}

/** Parts of the schemas for providers' answers. Everything has a limit, because it is stored and shown. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CancelReason, ProviderId, SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { loopback } from '../config/loopback.ts'
import { certificateText } from '../outbound/outbound-error.ts'
import { BadSignatureError, PaymentError } from './payment-error.ts'
import { maxWebhookAgeSeconds, type WebhookEvent, type WebhookHeaders } from './provider.ts'

export const shortText = z.string().min(1).max(255)

/** A text of which only a valid one is of interest. */
export const optionalText = shortText.nullish().catch(undefined)

/** What a checkout stores with an object, and passes on to its subscription and payments. */
export const metadata = z.object({ checkout_id: shortText.optional().catch(undefined) })

/** ISO 8601 with a time zone, as milliseconds since 1970. */
export const isoTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** An amount in the currency's minor unit. */
export const minorUnits = z.int()

/** ISO 4217. */
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())

/** An amount that a provider may leave out. */
export const moneyOf = (amount: number | null | undefined, code: string | null | undefined) =>
  amount === null || amount === undefined || !code ? null : { amount, currency: code }

/** A page that a browser is sent to: HTTPS, or a server on this machine that stands in for the provider. */
export const pageUrl = z
  .url({ protocol: /^https?$/ })
  .max(4096)
  .refine((text) => {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || loopback.test(hostname)
  })

/** Whether a text can be an id of a provider. Any other text could change the path of a request. */
export const isProviderId = (id: string): boolean => /^[A-Za-z0-9_-]{1,255}$/.test(id)

/** Our statuses by the words that stripe and polar share. */
export const sharedStatuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['incomplete', 'pending'],
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['paused', 'paused'],
  ['canceled', 'ended'],
  ['unpaid', 'ended'],
  ['incomplete_expired', 'ended'],
])

/** Our reasons in the words that stripe, dodo and polar share. */
export const cancellationFeedback = {
  user_requested: 'other',
  too_expensive: 'too_expensive',
  missing_features: 'missing_features',
  poor_experience: 'low_quality',
  switching_provider: 'switched_service',
  temporary_pause: 'other',
  other: 'other',
} as const satisfies Record<CancelReason, string>

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

interface ClientErrors {
  /** The PaymentError of an error that a client library threw, or the error itself if it is one. */
  readonly toPaymentError: (error: unknown) => unknown
  /**
   * Whether the provider says that there is no such thing.
   * @throws PaymentError for a 404 that is not the provider's: a page of a proxy must not end a subscription
   */
  readonly isMissing: (error: unknown) => boolean
}

/** How calls of a client library fail. */
export const callsWith = ({ toPaymentError, isMissing }: ClientErrors) => ({
  /** @throws PaymentError for every error of the library */
  orPaymentError: async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call
    } catch (error) {
      throw toPaymentError(error)
    }
  },
  /** Like orPaymentError, for an act. @throws PaymentError rejected, where the state of the subscription forbids it */
  orActError: async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call
    } catch (error) {
      const translated = toPaymentError(error)
      throw translated instanceof PaymentError ? asActError(translated) : translated
    }
  },
  /** Like orPaymentError, and undefined when the provider knows no such thing. */
  unlessMissing: async <Answer>(call: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await call
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toPaymentError(error)
    }
  },
})

/** A test of a provider's settings that failed. */
export const failed = (message: string) => ({ success: false, message })

type EventIds = Pick<WebhookEvent, 'subscriptionId' | 'customerId' | 'checkoutId' | 'paymentId'>

/** The ids that a provider's answer has. */
export const presentIds = (
  ids: {
    readonly [Name in keyof EventIds]: string | null | undefined
  },
): EventIds => Object.fromEntries(Object.entries(ids).filter(([, id]) => id))

/** What a verified webhook is about, by the ids that it has. */
export const eventAbout = (
  type: string,
  about: WebhookEvent['about'],
  ids: Parameters<typeof presentIds>[0],
): Omit<WebhookEvent, 'id'> => ({ type, about, ...presentIds(ids) })

/** The text of a webhook, parsed. @throws BadSignatureError */
export function parseWebhook(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadSignatureError()
  }
}

/** What a provider answers to an act that the state of the subscription does not allow. */
const stateRejections: ReadonlySet<number | undefined> = new Set([400, 402, 404, 409, 422])

/** The error of an act on something that exists: there, a 4xx is about its state and not about our settings. */
export const asActError = (error: PaymentError): PaymentError =>
  stateRejections.has(error.status) ? new PaymentError('rejected', error.provider, error.status) : error

/** What an operator reads of a test without an answer. @param name the provider's own */
export function unansweredText(name: string, error: unknown): string {
  const certificate = error instanceof PaymentError ? certificateText(error.code) : undefined
  return certificate
    ? `${name} cannot be called: ${certificate}.`
    : `${name} did not answer. Try again later.`
}

/**
 * Rejects when the signal aborts, although the promise does not. An SDK waits before it retries, and does not end that
 * wait early.
 */
export async function untilAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Does one act at a provider, within one time limit for all of its requests. Whatever fails inside, only a PaymentError
 * gets out: the errors of an SDK, of zod and of the platform quote URLs, keys and answers.
 */
export async function withDeadline<Result>(
  provider: ProviderId,
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(AbortSignal.timeout(timeoutMs))
  } catch (error) {
    throw error instanceof PaymentError ? error : PaymentError.withoutAnswer(provider, error)
  }
}

export const standardWebhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/

/** @throws BadSignatureError if the secret is not base64 */
function keyOf(secret: string | Uint8Array): Uint8Array {
  if (typeof secret !== 'string') return secret
  const encoded = secret.replace(/^whsec_/, '')
  if (!isBase64.test(encoded)) throw new BadSignatureError()
  return Buffer.from(encoded, 'base64')
}

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Verifies a Standard Webhook (https://www.standardwebhooks.com). The secret is base64 after `whsec_`, or the bytes of
 * the key.
 * @throws BadSignatureError
 */
export function verifyStandardWebhook(
  secret: string | Uint8Array,
  clock: () => number,
  rawBody: Uint8Array,
  { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures }: WebhookHeaders,
): { readonly id: string; readonly text: string } {
  if (secret.length === 0 || !id || id.length > 255 || !time || !signatures) throw new BadSignatureError()
  const signedAt = readWebhookTime(time, clock)
  const text = decodeWebhook(rawBody)
  const signed = createHmac('sha256', keyOf(secret)).update(`${id}.${signedAt}.${text}`)
  const expected = `v1,${signed.digest('base64')}`
  if (!signatures.split(' ').some((signature) => isEqual(signature, expected))) throw new BadSignatureError()
  return { id, text }
}

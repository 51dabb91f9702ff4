// Sends the webhooks of a fake provider, signed and repeated as the provider does. Nothing is sent before `deliver`.

import { createHmac } from 'node:crypto'
import type { FakeClock } from './fake-clock.ts'

export interface WebhookMessage {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** The headers that a provider sends, with its signature made at `seconds`. */
export type SignWebhook = (message: WebhookMessage, secret: string, seconds: number) => Record<string, string>

/** What goes wrong between the provider and us. `drop` and `delayMs` apply to what is queued while they are set. */
export interface WebhookModes {
  hold: boolean
  drop: boolean
  duplicate: boolean
  reorder: boolean
  delayMs: number
  wrongSecret: boolean
  /** Seconds by which the signed time lies in the past. */
  ageSeconds: number
  /** Sends other bytes than those signed. */
  garbage: boolean
}

interface Delivery {
  readonly id: string
  readonly type: string
  readonly attempt: number
  /** undefined: no answer. */
  readonly status: number | undefined
}

export interface WebhookSender extends WebhookModes {
  /** Where they are sent; undefined: nowhere, and nothing is queued. */
  url: string | undefined
  secret: string
  /** Whether the provider has switched the endpoint off. */
  switchedOff: boolean
  readonly deliveries: readonly Delivery[]
  /** How many wait, those for a later try included. */
  readonly pending: number
  readonly queue: (message: WebhookMessage) => void
  /** Sends what is due by the fake clock; a failed delivery is queued for its next try. */
  readonly deliver: () => Promise<readonly Delivery[]>
}

export interface SenderOptions {
  readonly clock: FakeClock
  readonly sign: SignWebhook
  readonly secret: string
  /** Delays before the second, third … try. */
  readonly retryDelaysMs: readonly number[]
  /** Failures in a row after which the endpoint is switched off; left out: never. */
  readonly switchOffAfter?: number
}

interface Waiting {
  readonly message: WebhookMessage
  readonly due: number
  readonly attempt: number
}

/** Standard Webhooks, as dodo and polar sign: `key` is the secret's key in bytes. */
export function signStandardWebhook(
  { id, body }: WebhookMessage,
  key: Uint8Array,
  seconds: number,
): Record<string, string> {
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${mac}` }
}

export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { clock, sign, retryDelaysMs, switchOffAfter = Number.POSITIVE_INFINITY } = options
  const deliveries: Delivery[] = []
  let waiting: Waiting[] = []
  let failuresInRow = 0

  async function post(message: WebhookMessage): Promise<number | undefined> {
    const secret = sender.wrongSecret ? [...sender.secret].reverse().join('') : sender.secret
    const seconds = Math.floor(clock.now() / 1000) - sender.ageSeconds
    const headers = { 'content-type': 'application/json', ...sign(message, secret, seconds) }
    const body = sender.garbage ? `{"garbage":${message.body.slice(0, -2)}` : message.body
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    } as const
    const response = await fetch(sender.url ?? '', request).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.status
  }

  async function attempt({ message, attempt }: Waiting): Promise<Delivery> {
    const status = await post(message)
    const delivery = { id: message.id, type: message.type, attempt, status }
    deliveries.push(delivery)
    const succeeded = status !== undefined && status >= 200 && status < 300
    failuresInRow = succeeded ? 0 : failuresInRow + 1
    if (failuresInRow >= switchOffAfter) sender.switchedOff = true
    const delay = retryDelaysMs[attempt - 1]
    if (!succeeded && delay !== undefined)
      waiting.push({ message, due: clock.now() + delay, attempt: attempt + 1 })
    return delivery
  }

  const sender: WebhookSender = {
    url: undefined,
    secret: options.secret,
    switchedOff: false,
    hold: false,
    drop: false,
    duplicate: false,
    reorder: false,
    delayMs: 0,
    wrongSecret: false,
    ageSeconds: 0,
    garbage: false,
    deliveries,
    get pending() {
      return waiting.length
    },
    queue: (message) => {
      if (sender.url === undefined || sender.drop || sender.switchedOff) return
      waiting.push({ message, due: clock.now() + sender.delayMs, attempt: 1 })
    },
    deliver: async () => {
      if (sender.hold) return []
      const due = waiting.filter((entry) => entry.due <= clock.now())
      waiting = waiting.filter((entry) => entry.due > clock.now())
      if (sender.reorder) due.reverse()
      const sent: Delivery[] = []
      for (const entry of due) {
        if (sender.switchedOff) break
        sent.push(await attempt(entry))
        if (sender.duplicate && !sender.switchedOff)
          sent.push(await attempt({ ...entry, attempt: Number.MAX_SAFE_INTEGER }))
      }
      return sent
    },
  }
  return sender
}

/** The bodies of requests: how many bytes a caller may send, how they arrive, and what becomes of those of a rejected call. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { limits } from '@envhold/contract/limits.ts'
import { AppError, fieldError } from '../../app-error.ts'
import type { Caller } from '../caller.ts'
import type { BodyMemory, Share } from './body-memory.ts'
import { ipRateKey } from './ip-rate-key.ts'

/** The parts of the body memory that a caller may use, so that no caller can fill all of it. */
const parts = { user: 1 / 4, ip: 1 / 16, anonymous: 1 / 2, webhook: 1 / 4 }

const rawBytes = (rawBody: NonNullable<Endpoint['rawBody']>) =>
  rawBody === true ? limits.webhookBodyBytes : rawBody.maxBytes

/** The largest body that a caller may send: large with a valid credential, enough for a form without one. */
export function shareOf(
  memory: BodyMemory,
  { audience, rawBody }: Pick<Endpoint, 'audience' | 'rawBody'>,
  caller: Caller,
  ip: string,
): { readonly share: Share; readonly maxBytes: number } {
  if ('userId' in caller) {
    const share = memory.share([{ name: `user ${caller.userId}`, part: parts.user }])
    return { share, maxBytes: rawBody ? rawBytes(rawBody) : limits.bodyBytes }
  }
  const share = memory.share([
    { name: `ip ${ipRateKey(ip)}`, part: parts.ip },
    // Anonymous callers who fill their part must not lock a provider out.
    audience === 'webhook'
      ? { name: 'webhook', part: parts.webhook }
      : { name: 'anonymous', part: parts.anonymous },
  ])
  return { share, maxBytes: rawBody ? rawBytes(rawBody) : limits.anonymousBodyBytes }
}

const firstBytes = 4 * 1024

/** A caller without a credential may send less, so one with a wrong credential learns why. */
function tooLarge(maxBytes: number): AppError {
  const size = maxBytes < 2 ** 20 ? `${maxBytes / 2 ** 10} KiB` : `${maxBytes / 2 ** 20} MiB`
  const next =
    maxBytes === limits.anonymousBodyBytes
      ? `With a valid credential it can have ${limits.bodyBytes / 2 ** 20} MiB.`
      : 'Send less at once. In JSON, characters take fewer bytes as UTF-8 than as \\u escapes.'
  return new AppError('PAYLOAD_TOO_LARGE', { message: `The request is larger than ${size}. ${next}` })
}

/** The caller disconnected or took too long, so no client reads this. */
const incomplete = () => fieldError('body', 'Must be sent whole')

/**
 * Reads the body of a request into one buffer that grows with the received bytes, so that neither an announced length
 * nor a million tiny chunks cost more memory than the bytes themselves.
 *
 * @throws AppError PAYLOAD_TOO_LARGE beyond `maxBytes`, UNAVAILABLE when there is too little memory,
 *   VALIDATION_FAILED when the connection ends first
 */
export async function receiveBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  if (request.destroyed) throw incomplete()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer = Buffer.alloc(0)
  let length = 0

  const makeRoom = (bytes: number) => {
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    if (bytes <= buffer.length) return
    const size = Math.min(announced || maxBytes, Math.max(bytes, 2 * buffer.length, firstBytes))
    share.take(size - buffer.length)
    const larger = Buffer.allocUnsafeSlow(size)
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  const onData = (chunk: Buffer) => {
    try {
      makeRoom(length + chunk.length)
      chunk.copy(buffer, length)
      length += chunk.length
    } catch (error) {
      // The rest is read and discarded, until the connection is closed.
      request.off('data', onData)
      request.resume()
      reject(error)
    }
  }
  request.on('data', onData)
  request.once('end', () => resolve(buffer.subarray(0, length)))
  request.once('error', () => reject(incomplete()))
  return await promise
}

const maxDiscardMs = 1_500

/**
 * Reads and discards the rest of a request for a short time: a caller that is still sending when its connection is
 * closed may never see the response. Does not request a body that waits for `100 Continue`.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || request.headers.expect !== undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxDiscardMs)
  request.once('end', resolve).once('close', resolve).resume()
  await promise
  clearTimeout(timer)
}

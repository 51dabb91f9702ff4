import type { IncomingMessage } from 'node:http'
import { AppError } from '../app-error.ts'
import type { Share } from './body-memory.ts'

const firstBytes = 4 * 1024

/** The caller disconnected or took too long, so no client reads this. */
const incomplete = () =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'body', message: 'Must be sent whole' }] })

/**
 * Reads the body of a request into one buffer that grows with the received bytes, so that neither an announced length
 * nor a million tiny chunks cost more memory than the bytes themselves.
 *
 * @throws AppError PAYLOAD_TOO_LARGE beyond `maxBytes`, UNAVAILABLE when there is too little memory,
 *   VALIDATION_FAILED when the connection ends first
 */
export async function receiveBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  if (request.destroyed) throw incomplete()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer = Buffer.alloc(0)
  let length = 0

  const makeRoom = (bytes: number) => {
    if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
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

import { OutboundError } from './outbound-error.ts'

/**
 * Reads a whole body, after decompression. Cancels it as soon as it is too large, so that a small compressed answer
 * cannot fill the memory.
 * @throws OutboundError too-large
 */
export async function readLimited(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.byteLength
    if (length > maxBytes)
      throw new OutboundError('too-large', `The answer of ${origin} has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

import type { Random } from '@envhold/integrity/bytes.ts'

/** Bytes from hex digits; white space is skipped. */
export function hex(digits: string): Uint8Array {
  return Uint8Array.from(Buffer.from(digits.replace(/\s/g, ''), 'hex'))
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** The injected 'randomness' of every vector: 00 01 02 … ff 00 …, continuing from call to call. */
export function countingRandom(first = 0): Random {
  let next = first
  return (size) => Uint8Array.from({ length: size }, () => next++ & 0xff)
}

/** 32 bytes that are all `byte`: the keys of the vectors. */
export function keyOf(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte)
}

/** Every blob that differs from `blob` in one bit. */
export function* bitFlips(blob: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < blob.length * 8; bit++) {
    const flipped = Uint8Array.from(blob)
    flipped[bit >> 3] = (blob[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    yield flipped
  }
}

/** `blob` with one byte more or less at either end, cut in half, and empty. */
export function malformed(blob: Uint8Array): Uint8Array[] {
  return [
    blob.subarray(1),
    blob.subarray(0, -1),
    Uint8Array.from([...blob, 0]),
    Uint8Array.from([0, ...blob]),
    blob.subarray(0, blob.length >> 1),
    new Uint8Array(0),
  ]
}

/** `value` with one property changed at a time. */
export function swaps<T extends object>(value: T, others: { [K in keyof T]?: readonly T[K][] }): T[] {
  return Object.entries(others).flatMap(([name, values]) =>
    (values as unknown[]).map((other) => ({ ...value, [name]: other })),
  )
}

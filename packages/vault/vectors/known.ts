import type { Random } from '../src/random.ts'

/** Bytes from hex digits; white space is skipped. */
export function hex(digits: string): Uint8Array {
  return Uint8Array.from(Buffer.from(digits.replace(/\s/g, ''), 'hex'))
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** The injected 'randomness' of every vector: 00 01 02 … ff 00 …, going on from call to call. */
export function countingRandom(first = 0): Random {
  let next = first
  return (size) => Uint8Array.from({ length: size }, () => next++ & 0xff)
}

/** 32 bytes that all are `byte`: the keys of the vectors. */
export function keyOf(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte)
}

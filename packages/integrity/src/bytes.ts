import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A source of `size` unpredictable bytes. Every function that needs one takes it as its last parameter; known answers
 * inject their own.
 */
export type Random = (size: number) => Uint8Array

/** The system's random generator. */
export const systemRandom: Random = (size) => randomBytes(size)

/** Whether two byte strings are equal, in a time that depends on their lengths only. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

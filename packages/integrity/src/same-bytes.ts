import { timingSafeEqual } from 'node:crypto'

/** Whether two byte strings are equal, in a time that depends on their lengths only. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

import { randomBytes } from 'node:crypto'

/**
 * A source of `size` unpredictable bytes. Every function that needs one takes it as its last parameter; known answers
 * inject their own.
 */
export type Random = (size: number) => Uint8Array

/** The system's random generator. */
export const systemRandom: Random = (size) => randomBytes(size)

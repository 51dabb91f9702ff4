import { createHmac } from 'node:crypto'
import { u64 } from './context.ts'
import { sameBytes } from './same-bytes.ts'

/** How long a code is shown, in milliseconds. */
const STEP_MS = 30_000
const DIGITS = 6
/** Codes of one step before and after the present one are accepted, for clocks that differ and for slow typing. */
const ACCEPTED_STEPS = [-1, 0, 1]

/** The number of the 30-second step that a time is in. */
export const totpStepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The code of a step, six digits: RFC 6238 with SHA-1, which is RFC 4226 with the step as its counter. */
export function totpCode(secret: Uint8Array, step: number): string {
  const digest = createHmac('sha1', secret).update(u64(step)).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Finds the step whose code was given, near the present one. A code is accepted once: steps up to `after` are rejected.
 * Every step is compared, in constant time.
 * @param code six digits
 * @returns undefined if the code is wrong, or is of a step that was accepted before
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | undefined {
  const given = Buffer.from(code, 'utf8')
  const matching = ACCEPTED_STEPS.map((difference) => totpStepAt(now) + difference).filter((step) =>
    sameBytes(given, Buffer.from(totpCode(secret, step), 'utf8')),
  )
  return matching.find((step) => step > after)
}

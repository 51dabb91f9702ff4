import { expect, it } from 'vitest'
import { findTotpStep, totpCode, totpStepAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

it.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('RFC 4226, appendix D: counter %i is %s', (counter, code) => expect(totpCode(secret, counter)).toBe(code))

// The RFC shows eight digits; six are the last six of them.
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: second %i is %s', (second, code) =>
  expect(totpCode(secret, totpStepAt(second * 1_000))).toBe(code.slice(2)),
)

const now = 1_700_000_000_000
const step = totpStepAt(now)
const find = (code: string, after = 0) => findTotpStep(secret, code, { now, after })

it('accepts the present step and one on each side', () => {
  const found = [-2, -1, 0, 1, 2].map((difference) => find(totpCode(secret, step + difference)))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
})

it('rejects a step that was accepted, and those before it', () => {
  expect(find(totpCode(secret, step), step)).toBeUndefined()
  expect(find(totpCode(secret, step - 1), step)).toBeUndefined()
  expect(find(totpCode(secret, step + 1), step)).toBe(step + 1)
})

it.each(['', '0', '00000', '0000000', '１２３４５６', 'abcdef', '-00001'])('rejects %j', (code) =>
  expect(find(code)).toBeUndefined(),
)

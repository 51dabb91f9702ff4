import { expect, test } from 'vitest'
import { boundedText, durationText, formatBinaryBytes } from './health-panels.tsx'

test('quantities have units that fit them', () => {
  expect([0, 900, 1_024, 1_600_000, 42 * 1024 ** 3, 5_000 * 1024 ** 4].map(formatBinaryBytes)).toEqual([
    '0 B',
    '900 B',
    '1 KiB',
    '1.5 MiB',
    '42 GiB',
    '5,000 TiB',
  ])
  expect([7, 1_540, 150_000].map(durationText)).toEqual(['7 ms', '1.5 s', '2.5 min'])
  expect([boundedText(9_999, 10_000), boundedText(10_000, 10_000)]).toEqual(['9,999', '10,000 or more'])
})

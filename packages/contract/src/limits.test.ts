import { expect, it } from 'vitest'
import { formatBytes } from './limits.ts'

it('writes sizes in decimal units, rounded down', () => {
  expect(
    [0, 999, 1_000, 1_550, 99_990, 999_999, 49_999_999, 50_000_000, 1e9, 2.5e16].map(formatBytes),
  ).toEqual(['0 B', '999 B', '1 KB', '1.5 KB', '99.9 KB', '999 KB', '49.9 MB', '50 MB', '1 GB', '25 PB'])
})

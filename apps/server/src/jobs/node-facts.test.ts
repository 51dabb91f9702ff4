import { expect, test } from 'vitest'
import { isDiskLow } from './node-facts.ts'

const gibibyte = 1024 ** 3

test.each([
  [40, 3.9, 4.1],
  [5, 0.9, 1.1],
  [1, 0.24, 0.26],
])('a disk of %d GiB is low with %d GiB free, and not with %d GiB', (total, low, enough) => {
  const withFree = (free: number) => ({ free: free * gibibyte, total: total * gibibyte, stored: 1 })
  expect(isDiskLow(withFree(low))).toBe(true)
  expect(isDiskLow(withFree(enough))).toBe(false)
})

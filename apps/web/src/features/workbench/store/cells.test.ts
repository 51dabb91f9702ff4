import { describe, expect, test } from 'vitest'
import { foldRows } from '../arrangement/fold-keys.ts'
import { firstKeyRow, nearestKeyRow } from './cells.ts'

const keys = ['AWS_A', 'AWS_B', 'AWS_C', 'CDN', 'DB_A', 'DB_B', 'DB_C', 'Z']

describe('the nearest row with cells', () => {
  // AWS_*, CDN, DB_*, DB_A, DB_B, DB_C, Z
  const lines = foldRows(keys, new Set(['AWS_']))

  test('is the row itself, the next one in the direction, or the last one before the end', () => {
    expect(firstKeyRow({ lines })).toBe(1)
    expect(nearestKeyRow({ lines }, 1, 2)).toBe(3)
    expect(nearestKeyRow({ lines }, 3, 2)).toBe(1)
    expect(nearestKeyRow({ lines }, 1, 0)).toBe(1)
    expect(nearestKeyRow({ lines }, 1, 6)).toBe(6)
  })

  test('is none while all is folded away', () => {
    expect(firstKeyRow({ lines: foldRows(keys.slice(0, 3), new Set(['AWS_'])) })).toBe(-1)
  })
})

import { expect, it } from 'vitest'
import { difference } from './difference.ts'

it('puts every name in one group, sorted', () => {
  const before = new Map([
    ['SAME', ''],
    ['GONE', '1'],
    ['OTHER', '1'],
    ['ALSO_SAME', '1'],
  ])
  const after = new Map([
    ['NEW', ''],
    ['OTHER', '2'],
    ['ALSO_SAME', '1'],
    ['SAME', ''],
    ['A_NEW', '1'],
  ])
  expect(difference(before, after)).toEqual({
    added: ['A_NEW', 'NEW'],
    changed: ['OTHER'],
    removed: ['GONE'],
    unchanged: ['ALSO_SAME', 'SAME'],
  })
})

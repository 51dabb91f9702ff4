import { expect, it } from 'vitest'
import { difference } from './difference.ts'
import { toVariables } from './variables.ts'

it('puts every name in one group, sorted', () => {
  const before = toVariables({
    SAME: '',
    GONE: '1',
    OTHER: '1',
    ALSO_SAME: '1',
  })
  const after = toVariables({
    NEW: '',
    OTHER: '2',
    ALSO_SAME: '1',
    SAME: '',
    A_NEW: '1',
  })
  expect(difference(before, after)).toEqual({
    added: ['A_NEW', 'NEW'],
    changed: ['OTHER'],
    removed: ['GONE'],
    unchanged: ['ALSO_SAME', 'SAME'],
  })
})

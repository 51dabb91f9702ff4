import { expect, test } from 'vitest'
import { targetsText } from './names-text.ts'

const plain = (name: string) => ({ name, protected: false })
const live = { name: 'live', protected: true }

test('names few environments, counts many, and names each protected one', () => {
  expect(targetsText([plain('qa')])).toBe('qa')
  expect(targetsText([plain('a'), plain('b'), live])).toBe('a, b and live')
  expect(targetsText(['a', 'b', 'c', 'd'].map(plain))).toBe('4 environments')
  expect(targetsText([...['a', 'b', 'c'].map(plain), live])).toBe('4 environments, with live')
})

import { describe, expect, it, test } from 'vitest'
import { countsOf, describeChanges, targetsText } from './describe-changes.ts'

const none = { added: [], changed: [], removed: [], unchanged: ['X'] }

describe('what others changed', () => {
  it('names what was changed, added and removed', () => {
    expect(describeChanges({ ...none, changed: ['A'] }, 'ada')).toBe('Since you loaded it, ada changed A.')
    expect(describeChanges({ ...none, changed: ['A'], added: ['B', 'C'], removed: ['D'] }, 'ada')).toBe(
      'Since you loaded it, ada changed A, added B, C and removed D.',
    )
  })
  it('names three keys and counts the others', () => {
    expect(describeChanges({ ...none, added: ['A', 'B', 'C', 'D', 'E'] }, 'ada')).toBe(
      'Since you loaded it, ada added A, B, C and 2 more.',
    )
  })
  it('says so when nothing differs', () => {
    expect(describeChanges(none, 'ada')).toBe('This environment was saved by ada since you loaded it.')
  })
})

describe('counts of a change', () => {
  it('leaves out what is nought', () => {
    expect(countsOf({ ...none, added: ['A'], removed: ['B', 'C'] })).toBe('1 added, 2 removed')
    expect(countsOf(none)).toBe('nothing changed')
  })
})

const plain = (name: string) => ({ name, protected: false })
const live = { name: 'live', protected: true }

test('names few environments, counts many, and names each protected one', () => {
  expect(targetsText([plain('qa')])).toBe('qa')
  expect(targetsText([plain('a'), plain('b'), live])).toBe('a, b and live')
  expect(targetsText(['a', 'b', 'c', 'd'].map(plain))).toBe('4 environments')
  expect(targetsText([...['a', 'b', 'c'].map(plain), live])).toBe('4 environments, with live')
})

import { describe, expect, it } from 'vitest'
import { countsOf, describeChanges } from './describe-changes.ts'

const none = { added: [], changed: [], removed: [], unchanged: ['X'] }

describe('what happened meanwhile', () => {
  it('names what was changed, added and removed', () => {
    expect(describeChanges({ ...none, changed: ['A'] }, 'ada')).toBe('Meanwhile ada changed A.')
    expect(describeChanges({ ...none, changed: ['A'], added: ['B', 'C'], removed: ['D'] }, 'ada')).toBe(
      'Meanwhile ada changed A, added B, C and removed D.',
    )
  })
  it('names three keys and counts the others', () => {
    expect(describeChanges({ ...none, added: ['A', 'B', 'C', 'D', 'E'] }, 'ada')).toBe(
      'Meanwhile ada added A, B, C and 2 more.',
    )
  })
  it('says so when nothing differs', () => {
    expect(describeChanges(none, 'ada')).toBe('This environment was saved by ada meanwhile.')
  })
})

describe('counts of a change', () => {
  it('leaves out what is nought', () => {
    expect(countsOf({ ...none, added: ['A'], removed: ['B', 'C'] })).toBe('1 added, 2 removed')
    expect(countsOf(none)).toBe('nothing changed')
  })
})

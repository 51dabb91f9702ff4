import { toVariables } from '@envhold/formats/variables.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyEdits,
  changesIn,
  editsBetween,
  noEdits,
  rebaseEdits,
  storedValue,
  withEdit,
  withoutKeys,
} from './edits.ts'

const base = toVariables({ A: 'one', B: 'two', EMPTY: '' })

describe('edits that are not saved', () => {
  it('are kept by key, and the last one counts', () => {
    const edits = withEdit(withEdit(noEdits, base, 'A', 'x'), base, 'A', 'y')
    expect([...edits]).toEqual([['A', { value: 'y' }]])
    expect(noEdits.size).toBe(0)
  })

  it('are none where they lead back to what stands there', () => {
    expect(withEdit(withEdit(noEdits, base, 'A', 'x'), base, 'A', 'one').size).toBe(0)
    expect(withEdit(withEdit(noEdits, base, 'B', null), base, 'B', 'two').size).toBe(0)
    expect(withEdit(noEdits, base, 'NEW', null).size).toBe(0)
  })

  it('tell an empty value from none', () => {
    expect([...withEdit(noEdits, base, 'EMPTY', null)]).toEqual([['EMPTY', null]])
    expect(withEdit(noEdits, base, 'EMPTY', '').size).toBe(0)
    expect([...withEdit(noEdits, base, 'NEW', '')]).toEqual([['NEW', { value: '' }]])
  })

  it('say by name what they do', () => {
    const edits = new Map([
      ['Z', { value: 'new' }],
      ['B', null],
      ['A', { value: 'x' }],
    ])
    expect(changesIn(edits, base)).toEqual({ added: ['Z'], changed: ['A'], removed: ['B'], unchanged: [] })
  })

  const variables = fc
    .dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E', '__proto__'), fc.constantFrom('', '1', '2', 'x\ny'))
    .map(toVariables)

  it('lead from any variables to any others', () => {
    fc.assert(
      fc.property(variables, variables, (before, after) => {
        expect(applyEdits(before, editsBetween(before, after))).toEqual(after)
      }),
    )
  })

  it('keep both people’s work when they are put on top of somebody else’s', () => {
    fc.assert(
      fc.property(variables, variables, variables, (before, mine, theirs) => {
        const rebased = rebaseEdits(editsBetween(before, mine), before, theirs)
        const merged = applyEdits(theirs, rebased.edits)
        for (const key of new Set([...before.keys(), ...mine.keys(), ...theirs.keys()])) {
          const was = storedValue(before, key)
          const [ours, others] = [storedValue(mine, key), storedValue(theirs, key)]
          expect(storedValue(merged, key)).toBe(ours === was ? others : ours)
          const bothDiffer = ours !== was && others !== was && ours !== others
          expect(rebased.conflicts.includes(key)).toBe(bothDiffer)
        }
      }),
    )
  })
})

describe('edits that somebody else overtook', () => {
  const edits = new Map([
    ['A', { value: 'mine' }],
    ['B', null],
    ['C', { value: 'mine too' }],
  ])

  it('conflict only where both changed the same key to something else', () => {
    const now = toVariables({ A: 'theirs', C: 'mine too', EMPTY: '' })
    const rebased = rebaseEdits(edits, base, now)
    expect(rebased.theirs).toMatchObject({ added: ['C'], changed: ['A'], removed: ['B'] })
    expect(rebased.conflicts).toEqual(['A'])
    expect([...rebased.edits]).toEqual([['A', { value: 'mine' }]])
  })

  it('all count as conflicts once it is not known what they were made against', () => {
    expect(rebaseEdits(edits, null, base)).toMatchObject({ theirs: null, conflicts: ['A', 'B', 'C'] })
  })

  it('give way key by key', () => {
    expect([...withoutKeys(edits, new Set(['A', 'C']))]).toEqual([['B', null]])
  })
})

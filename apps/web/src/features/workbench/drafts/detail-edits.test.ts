import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, editsBetween, rebaseEdits } from './edits.ts'

const noted = (values: Record<string, string>, notes: Record<string, string> = {}): Variables =>
  toVariables(
    values,
    Object.fromEntries(Object.entries(notes).map(([key, note]) => [key, { note, due: null }])),
  )

describe('notes that are not saved', () => {
  const key = fc.constantFrom('A', 'B', 'C')
  const variables = fc
    .tuple(fc.dictionary(key, fc.constantFrom('', '1')), fc.dictionary(key, fc.constantFrom('one', 'two')))
    .map(([values, notes]) => noted(values, notes))

  it('lead, with the values, from any variables to any others', () => {
    fc.assert(
      fc.property(variables, variables, (before, after) => {
        expect(applyEdits(before, editsBetween(before, after))).toEqual(after)
      }),
    )
  })

  it('keep both people’s notes when they are put on top of somebody else’s', () => {
    fc.assert(
      fc.property(variables, variables, variables, (before, mine, theirs) => {
        const rebased = rebaseEdits(editsBetween(before, mine), before, theirs)
        const merged = applyEdits(theirs, rebased.edits)
        for (const [name, edit] of rebased.edits) expect(merged.has(name)).toBe(edit !== null)
        for (const name of mine.keys()) {
          const [was, ours, others] = [before, mine, theirs].map((one) => one.get(name)?.note)
          if (!before.has(name) || !theirs.has(name)) continue
          expect(merged.get(name)?.note).toBe(ours === was ? others : ours)
          if (ours !== was && others !== was && ours !== others) expect(rebased.conflicts).toContain(name)
        }
      }),
    )
  })
})

describe('a note that somebody else overtook', () => {
  const base = noted({ A: '1', B: '2' }, { A: 'old' })
  const edits = new Map([['A', { note: 'mine' }]])

  it('conflicts where both changed it', () => {
    const now = noted({ A: '1', B: '2' }, { A: 'theirs' })
    expect(rebaseEdits(edits, base, now)).toMatchObject({ conflicts: ['A'], edits })
  })

  it('does not conflict with another value', () => {
    const now = noted({ A: 'theirs', B: '2' }, { A: 'old' })
    expect(rebaseEdits(edits, base, now)).toMatchObject({ conflicts: [], edits })
  })

  it('brings back a variable that was removed, if its user wants that', () => {
    const rebased = rebaseEdits(edits, base, noted({ B: '2' }))
    expect(rebased).toEqual({
      theirs: { added: [], changed: [], removed: ['A'], unchanged: ['B'] },
      conflicts: ['A'],
      edits: new Map([['A', { value: '1', note: 'mine' }]]),
    })
  })

  it('is nothing to save once both are the same, and conflicts without the base', () => {
    expect(rebaseEdits(edits, base, noted({ A: '1' }, { A: 'mine' })).edits.size).toBe(0)
    expect(rebaseEdits(edits, null, base).conflicts).toEqual(['A'])
  })
})

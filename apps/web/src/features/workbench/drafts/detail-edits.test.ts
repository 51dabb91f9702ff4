import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDetailEdits, applyEdits, detailEditsBetween, editsBetween, rebaseEdits } from './edits.ts'

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
        const valued = applyEdits(before, editsBetween(before, after))
        expect(applyDetailEdits(valued, detailEditsBetween(before, after))).toEqual(after)
      }),
    )
  })

  it('keep both people’s notes when they are put on top of somebody else’s', () => {
    fc.assert(
      fc.property(variables, variables, variables, (before, mine, theirs) => {
        const rebased = rebaseEdits(
          editsBetween(before, mine),
          before,
          theirs,
          detailEditsBetween(before, mine),
        )
        const merged = applyDetailEdits(applyEdits(theirs, rebased.edits), rebased.details)
        for (const name of rebased.details.keys()) expect(merged.has(name)).toBe(true)
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
  const details = new Map([['A', { note: 'mine' }]])
  const none = new Map<string, string | null>()

  it('conflicts where both changed it', () => {
    const now = noted({ A: '1', B: '2' }, { A: 'theirs' })
    expect(rebaseEdits(none, base, now, details)).toMatchObject({ conflicts: ['A'], details })
  })

  it('does not conflict with another value', () => {
    const now = noted({ A: 'theirs', B: '2' }, { A: 'old' })
    expect(rebaseEdits(none, base, now, details)).toMatchObject({ conflicts: [], details, edits: none })
  })

  it('brings back a variable that was removed, if its user wants that', () => {
    const rebased = rebaseEdits(none, base, noted({ B: '2' }), details)
    expect(rebased).toMatchObject({ conflicts: ['A'], edits: new Map([['A', '1']]), details })
  })

  it('is nothing to save once both are the same, and conflicts without the base', () => {
    expect(rebaseEdits(none, base, noted({ A: '1' }, { A: 'mine' }), details).details.size).toBe(0)
    expect(rebaseEdits(none, null, base, details).conflicts).toEqual(['A'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copiedKeys, copyVariables, movedKeys, planCopy } from './copy-plan.ts'
import { touchedFields } from './difference.ts'
import { sizeOf, toVariables } from './variables.ts'

const source = toVariables({ NEW: '1', OTHER: '1', SAME: '1', LEFT_OUT: '1' })
const target = toVariables({ OTHER: '2', SAME: '1', OWN: '3' })

describe('copying keys', () => {
  it('says of each key what it does, and leaves out what the source lacks', () => {
    expect(planCopy(source, target, ['SAME', 'OTHER', 'NEW', 'ABSENT', 'NEW'])).toEqual({
      added: ['NEW'],
      replaced: ['OTHER'],
      completed: [],
      same: ['SAME'],
    })
  })

  it('completes an equal value that has no note, and replaces another note', () => {
    const note = (text: string | null) => ({ note: text, due: null })
    const noted = toVariables({ A: '1', B: '1', C: '1' }, { A: note('ours'), B: note('ours'), C: note(null) })
    const there = toVariables({ A: '1', B: '1', C: '1' }, { B: note('theirs'), C: note('theirs') })
    const plan = planCopy(noted, there, ['A', 'B', 'C'])
    expect(plan).toEqual({ added: [], replaced: ['B'], completed: ['A'], same: ['C'] })
    expect(copiedKeys(plan, 'skip')).toEqual(['A'])
    expect(movedKeys([plan], 'skip')).toEqual(['A', 'C'])
    expect(copyVariables(noted, there, ['A']).get('A')).toEqual({ value: '1', note: 'ours' })
  })

  it('replaces or skips what the target has', () => {
    const plan = planCopy(source, target, ['NEW', 'OTHER', 'SAME'])
    expect(copiedKeys(plan, 'replace')).toEqual(['NEW', 'OTHER'])
    expect(copiedKeys(plan, 'skip')).toEqual(['NEW'])
  })

  it('moves only what every target has afterwards', () => {
    const plans = [target, toVariables({})].map((variables) =>
      planCopy(source, variables, ['NEW', 'OTHER', 'SAME']),
    )
    expect(movedKeys(plans, 'replace')).toEqual(['NEW', 'OTHER', 'SAME'])
    expect(movedKeys(plans, 'skip')).toEqual(['NEW', 'SAME'])
    expect(movedKeys([], 'replace')).toEqual([])
  })

  it('carries the note and no due day, and leaves a note of the target where there is none to carry', () => {
    const noted = toVariables({ A: '1', B: '1' }, { A: { note: 'ours', due: '2027-01-31' } })
    const there = toVariables(
      { A: '2', B: '2' },
      { A: { note: 'old', due: null }, B: { note: 'b', due: null } },
    )
    const after = copyVariables(noted, there, ['A', 'B'])
    expect(after).toEqual(
      toVariables({ A: '1', B: '1' }, { A: { note: 'ours', due: null }, B: { note: 'b', due: null } }),
    )
    expect(touchedFields(there, after).details).toEqual({ A: { note: 'ours' } })
  })

  it('counts bytes and not characters', () => {
    expect(sizeOf(toVariables({ A: 'ä', BC: '' }))).toBe(5)
    expect(sizeOf(toVariables({ A: '' }, { A: { note: 'ü', due: null } }))).toBe(3)
  })

  const names: fc.Arbitrary<string> = fc.constantFrom('A', 'B', 'C', '__proto__')
  const details = fc.record({
    note: fc.constantFrom(null, 'a', 'b'),
    due: fc.constantFrom(null, '2027-01-31'),
  })
  const variables = fc
    .tuple(fc.dictionary(names, fc.constantFrom('', '1', '2')), fc.dictionary(names, details))
    .map(([values, detailsByKey]) => toVariables(values, detailsByKey))

  it('loses no value and no note, whatever is chosen', () => {
    const choices = [variables, fc.array(variables, { minLength: 1, maxLength: 3 }), fc.array(names)] as const
    fc.assert(
      fc.property(...choices, fc.constantFrom('skip', 'replace'), (from, targets, keys, onExisting) => {
        const plans = targets.map((to) => planCopy(from, to, keys))
        const after = targets.map((to, index) =>
          copyVariables(from, to, copiedKeys(plans[index]!, onExisting)),
        )
        for (const key of movedKeys(plans, onExisting))
          for (const each of after) {
            expect(each.get(key)?.value).toBe(from.get(key)?.value)
            if (from.get(key)?.note !== undefined) expect(each.get(key)?.note).toBe(from.get(key)?.note)
          }
        targets.forEach((to, index) => {
          for (const [key, variable] of to)
            if (onExisting === 'skip' || !keys.includes(key) || !from.has(key))
              expect(after[index]!.get(key)).toMatchObject(variable)
        })
      }),
    )
  })
})

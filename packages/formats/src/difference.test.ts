import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyVariables } from './copy-plan.ts'
import { difference, touchedDetails, touchedFields } from './difference.ts'
import { detailNames, fieldNames } from './fields/every-field.ts'
import { combineVariables, patchDetails, toVariables, type Variable, type Variables } from './variables.ts'

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

const value = fc.constantFrom('', 'a', 'a\nb', 'a\r\nb', 'a\rb', 'end  ', 'a\n')
const note = fc.constantFrom('one', 'two\nlines')
const due = fc.constantFrom('2027-01-31', '2028-02-29')
const variable = fc.record({ value, note, due }, { requiredKeys: ['value'] })
const variables: fc.Arbitrary<Variables> = fc
  .array(fc.tuple(fc.constantFrom('A', 'B', 'C', '__proto__'), variable))
  .map((entries) => new Map<string, Variable>(entries))

/** As the server does it. */
function written(before: Variables, body: ReturnType<typeof touchedFields>): Variables {
  const after = combineVariables(before, toVariables(body.variables), body.mode)
  for (const key of body.remove) after.delete(key)
  for (const [key, patch] of Object.entries(body.details))
    after.set(key, patchDetails(after.get(key) ?? { value: '' }, patch))
  return after
}

describe('what a write sends', () => {
  it('makes the one of the other', () => {
    fc.assert(
      fc.property(variables, variables, (before, after) => {
        expect(written(before, touchedFields(before, after))).toEqual(after)
      }),
    )
  })

  it('names no field that is the same, by any byte', () => {
    fc.assert(
      fc.property(variables, variables, (before, after) => {
        const body = touchedFields(before, after)
        for (const [key, text] of Object.entries(body.variables))
          expect(before.get(key)?.value).not.toBe(text)
        for (const [key, patch] of Object.entries(body.details))
          for (const name of detailNames)
            if (patch[name] !== undefined) expect(before.get(key)?.[name] ?? null).not.toBe(patch[name])
        for (const key of body.remove) expect(after.has(key)).toBe(false)
      }),
    )
  })

  it('leaves every other variable of a target alone when some are copied', () => {
    fc.assert(
      fc.property(variables, variables, fc.array(fc.constantFrom('A', 'B')), (source, target, keys) => {
        const {
          variables: sent,
          details,
          remove,
        } = touchedFields(target, copyVariables(source, target, keys))
        for (const key of [...Object.keys(sent), ...Object.keys(details)]) expect(keys).toContain(key)
        expect(remove).toEqual([])
      }),
    )
  })

  it.each(fieldNames)('is one %s, if nothing else was touched', (name) => {
    const before: Variable = { value: 'a\r\nb', note: 'one', due: '2027-01-31' }
    const after = { ...before, [name]: '2028-02-29' }
    const body = touchedFields(new Map([['A', before]]), new Map([['A', after]]))
    expect(body).toEqual({
      mode: 'merge',
      variables: name === 'value' ? { A: '2028-02-29' } : {},
      details: name === 'value' ? {} : { A: { [name]: '2028-02-29' } },
      remove: [],
    })
  })

  it('is null for a detail that is gone', () => {
    expect(touchedDetails({ value: '1', note: 'one' }, { value: '2' })).toEqual({ note: null })
  })
})

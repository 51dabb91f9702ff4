import { describe, expect, it } from 'vitest'
import { isSameVariable, mergeVariables, pickVariables, toRecord, toVariables } from './variables.ts'

describe('variables and their record', () => {
  it('hold the same keys and values in the same order, __proto__ included', () => {
    const record = { Z: 'last', ['__proto__']: 'x', A: '' }
    const variables = toVariables(record)
    expect([...variables]).toEqual([
      ['Z', { value: 'last' }],
      ['__proto__', { value: 'x' }],
      ['A', { value: '' }],
    ])
    expect(Object.entries(toRecord(variables))).toEqual(Object.entries(record))
  })
})

it('compares variables by what they hold', () => {
  expect(isSameVariable({ value: 'a' }, { value: 'a' })).toBe(true)
  expect(isSameVariable({ value: 'a' }, { value: 'b' })).toBe(false)
})

it('picks the variables of some keys, in the order of the keys', () => {
  const picked = pickVariables(toVariables({ A: '1', B: '', C: '3' }), ['C', 'GONE', 'B'])
  expect(Object.entries(toRecord(picked))).toEqual([
    ['C', '3'],
    ['B', ''],
  ])
})

it('merges variables into others and changes neither', () => {
  const before = toVariables({ A: '1', B: '2' })
  const written = toVariables({ B: 'new', C: '' })
  expect(toRecord(mergeVariables(before, written))).toEqual({ A: '1', B: 'new', C: '' })
  expect(toRecord(before)).toEqual({ A: '1', B: '2' })
  expect(toRecord(written)).toEqual({ B: 'new', C: '' })
})

it('keeps the fields of a variable that a given one does not have', () => {
  const noted = new Map([['A', { value: '1', note: 'rotate yearly' }]])
  expect(mergeVariables(noted, toVariables({ A: '2' })).get('A')).toEqual({
    value: '2',
    note: 'rotate yearly',
  })
})

import { toVariables } from '@envhold/formats/variables.ts'
import { describe, expect, it, test } from 'vitest'
import { foldRows } from './fold-keys.ts'
import {
  allOrNone,
  clickedSelection,
  existingSelection,
  extended,
  noSelection,
  passedSelection,
  toggled,
} from './selection.ts'

const order = ['A', 'B', 'C', 'D', 'E']
const keysOf = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort()

describe('selecting rows', () => {
  it('takes one in and out', () => {
    const one = toggled(noSelection, 'B')
    expect(keysOf(one)).toEqual(['B'])
    expect(keysOf(toggled(one, 'B'))).toEqual([])
  })

  it('reaches from the last one to another, either way, and keeps the rest', () => {
    const two = toggled(toggled(noSelection, 'A'), 'C')
    expect(keysOf(extended(two, 'E', order))).toEqual(['A', 'C', 'D', 'E'])
    expect(keysOf(extended(toggled(noSelection, 'D'), 'B', order))).toEqual(['B', 'C', 'D'])
  })

  it('begins where it is asked to when nothing was selected, or what was no longer shows', () => {
    expect(keysOf(extended(noSelection, 'C', order))).toEqual(['C'])
    expect(keysOf(extended(toggled(noSelection, 'GONE'), 'C', order))).toEqual(['C', 'GONE'])
  })

  it('takes all that show, and none once it has all', () => {
    const all = allOrNone(toggled(noSelection, 'B'), order)
    expect(keysOf(all)).toEqual(order)
    expect(keysOf(allOrNone(all, order))).toEqual([])
  })

  it('forgets what is gone', () => {
    expect(existingSelection(toggled(toggled(noSelection, 'B'), 'X'), toVariables({ B: '1' }))).toEqual(['B'])
  })
})

describe('row selection', () => {
  const order = ['A', 'AWS_A', 'AWS_B', 'AWS_C', 'Z']
  const folded = foldRows(order, new Set(['AWS_']))
  const selected = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort()

  test('the box of a prefix selects all of it, and then none of it', () => {
    const all = clickedSelection(noSelection, folded[1], order, false)
    expect(selected(all)).toEqual(['AWS_A', 'AWS_B', 'AWS_C'])
    expect(selected(clickedSelection(all, folded[1], order, false))).toEqual([])
    expect(clickedSelection(noSelection, undefined, order, false)).toBe(noSelection)
  })

  test('a range over a folded prefix includes its keys', () => {
    const begun = clickedSelection(noSelection, folded[0], order, false)
    expect(selected(clickedSelection(begun, folded[2], order, true))).toEqual(order)
  })

  test('the focus selects what it passes, both ways', () => {
    expect(selected(passedSelection(noSelection, folded, order, { from: 0, to: 1 }))).toEqual(
      order.slice(0, 4),
    )
    expect(selected(passedSelection(noSelection, folded, order, { from: 2, to: 1 }))).toEqual(order.slice(1))
  })
})

import { expect, test } from 'vitest'
import { foldRows } from './fold-keys.ts'
import { clickedSelection, passedSelection } from './row-selection.ts'
import { noSelection } from './selection.ts'

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
  expect(selected(passedSelection(noSelection, folded, order, { from: 0, to: 1 }))).toEqual(order.slice(0, 4))
  expect(selected(passedSelection(noSelection, folded, order, { from: 2, to: 1 }))).toEqual(order.slice(1))
})

import { describe, expect, it } from 'vitest'
import { answerKey } from './table-keys.ts'

const extent = { rows: 30, stops: 4, page: 10 }
const at = (row: number, stop = 0) => ({ row, stop })
const moved = (row: number, stop = 0) => ({ kind: 'move', to: at(row, stop) })

describe('the keyboard in a table', () => {
  it('walks rows and stays inside', () => {
    expect(answerKey('ArrowDown', at(3), extent)).toEqual(moved(4))
    expect(answerKey('ArrowUp', at(3), extent)).toEqual(moved(2))
    expect(answerKey('ArrowUp', at(0), extent)).toEqual(moved(0))
    expect(answerKey('ArrowDown', at(29), extent)).toEqual(moved(29))
    expect(answerKey('PageDown', at(25), extent)).toEqual(moved(29))
    expect(answerKey('PageUp', at(25), extent)).toEqual(moved(15))
    expect(answerKey('Home', at(25), extent)).toEqual(moved(0))
    expect(answerKey('End', at(2), extent)).toEqual(moved(29))
  })

  it('keeps the same action when the row changes', () => {
    expect(answerKey('ArrowDown', at(3, 2), extent)).toEqual(moved(4, 2))
  })

  it('walks the actions of a row and stays inside', () => {
    expect(answerKey('ArrowRight', at(3), extent)).toEqual(moved(3, 1))
    expect(answerKey('ArrowRight', at(3, 3), extent)).toEqual(moved(3, 3))
    expect(answerKey('ArrowLeft', at(3, 1), extent)).toEqual(moved(3))
    expect(answerKey('ArrowLeft', at(3), extent)).toEqual(moved(3))
  })

  it('reveals on the row, and leaves Enter to the action that has the focus', () => {
    expect(answerKey('Enter', at(1), extent)).toEqual({ kind: 'command', command: 'toggle' })
    expect(answerKey('Enter', at(1, 2), extent)).toBeUndefined()
    expect(answerKey(' ', at(1, 2), extent)).toBeUndefined()
  })

  it('edits, copies, selects and removes from anywhere in the row', () => {
    expect(answerKey('x', at(1, 2), extent)).toEqual({ kind: 'command', command: 'select' })
    expect(answerKey('e', at(1, 2), extent)).toEqual({ kind: 'command', command: 'edit' })
    expect(answerKey('c', at(1), extent)).toEqual({ kind: 'command', command: 'copy' })
    expect(answerKey('Delete', at(1), extent)).toEqual({ kind: 'command', command: 'remove' })
    expect(answerKey('Escape', at(1), extent)).toEqual({ kind: 'leave' })
  })

  it('leaves every other key, and an empty table, to the page', () => {
    expect(answerKey('z', at(1), extent)).toBeUndefined()
    expect(answerKey('n', at(1), extent)).toBeUndefined()
    expect(answerKey('ArrowDown', at(0), { rows: 0, stops: 4, page: 10 })).toBeUndefined()
  })
})

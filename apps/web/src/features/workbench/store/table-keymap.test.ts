import { describe, expect, it } from 'vitest'
import type { GridSize } from './keymaps.ts'
import { resolveKey, tableKeymap } from './keymaps.ts'
import type { GridPosition } from './state.ts'

const size = { rows: 30, columns: 4, page: 10 }
const at = (row: number, column = 0) => ({ row, column })
const moved = (row: number, column = 0) => ({ kind: 'move', to: at(row, column) })
const press = (key: string, from: GridPosition, within: GridSize = size) =>
  resolveKey({ key, withControl: false }, from, within, tableKeymap)

describe('the keyboard in a table', () => {
  it('walks rows and stays inside', () => {
    expect(press('ArrowDown', at(3))).toEqual(moved(4))
    expect(press('ArrowUp', at(3))).toEqual(moved(2))
    expect(press('ArrowUp', at(0))).toEqual(moved(0))
    expect(press('ArrowDown', at(29))).toEqual(moved(29))
    expect(press('PageDown', at(25))).toEqual(moved(29))
    expect(press('PageUp', at(25))).toEqual(moved(15))
    expect(press('Home', at(25))).toEqual(moved(0))
    expect(press('End', at(2))).toEqual(moved(29))
  })

  it('keeps the same action when the row changes', () => {
    expect(press('ArrowDown', at(3, 2))).toEqual(moved(4, 2))
  })

  it('walks the actions of a row and stays inside', () => {
    expect(press('ArrowRight', at(3))).toEqual(moved(3, 1))
    expect(press('ArrowRight', at(3, 3))).toEqual(moved(3, 3))
    expect(press('ArrowLeft', at(3, 1))).toEqual(moved(3))
    expect(press('ArrowLeft', at(3))).toEqual(moved(3))
  })

  it('reveals on the row, and leaves Enter to the action that has the focus', () => {
    expect(press('Enter', at(1))).toEqual({ kind: 'command', command: 'toggle' })
    expect(press('Enter', at(1, 2))).toBeUndefined()
    expect(press(' ', at(1, 2))).toBeUndefined()
  })

  it('edits, copies, selects and removes from anywhere in the row', () => {
    expect(press('x', at(1, 2))).toEqual({ kind: 'command', command: 'select' })
    expect(press('e', at(1, 2))).toEqual({ kind: 'command', command: 'edit' })
    expect(press('c', at(1))).toEqual({ kind: 'command', command: 'copy' })
    expect(press('h', at(1, 2))).toEqual({ kind: 'command', command: 'history' })
    expect(press('Delete', at(1))).toEqual({ kind: 'command', command: 'remove' })
    expect(press('Escape', at(1))).toEqual({ kind: 'leave' })
  })

  it('leaves every other key, and an empty table, to the page', () => {
    expect(press('z', at(1))).toBeUndefined()
    expect(press('n', at(1))).toBeUndefined()
    expect(press('ArrowDown', at(0), { ...size, rows: 0 })).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { gridKeymap, resolveKey } from './keymaps.ts'

const size = { rows: 30, columns: 4, page: 10 }
const press = (key: string, row: number, column: number, withControl = false) =>
  resolveKey({ key, withControl }, { row, column }, size, gridKeymap)
const moved = (row: number, column: number) => ({ kind: 'move', to: { row, column } })

describe('the keyboard in the grid', () => {
  it('walks from cell to cell and stays inside', () => {
    expect(press('ArrowDown', 3, 2)).toEqual(moved(4, 2))
    expect(press('ArrowUp', 0, 2)).toEqual(moved(0, 2))
    expect(press('ArrowRight', 3, 3)).toEqual(moved(3, 3))
    expect(press('ArrowLeft', 3, 1)).toEqual(moved(3, 0))
    expect(press('PageDown', 25, 1)).toEqual(moved(29, 1))
  })

  it('goes to the ends of the row, and with Ctrl to the corners', () => {
    expect(press('Home', 7, 3)).toEqual(moved(7, 0))
    expect(press('End', 7, 0)).toEqual(moved(7, 3))
    expect(press('Home', 7, 3, true)).toEqual(moved(0, 0))
    expect(press('End', 7, 0, true)).toEqual(moved(29, 3))
  })

  it('edits, reveals, copies, removes and takes back on a value', () => {
    for (const [key, command] of Object.entries({
      Enter: 'edit',
      e: 'edit',
      ' ': 'toggle',
      c: 'copy',
      Delete: 'remove',
      u: 'revert',
    }))
      expect(press(key, 1, 2)).toEqual({ kind: 'command', command })
  })

  it('has no such commands on a key, and leaves Ctrl C and V to the browser', () => {
    expect(press('e', 1, 0)).toBeUndefined()
    expect(press('c', 1, 2, true)).toBeUndefined()
    expect(press('v', 1, 2, true)).toBeUndefined()
  })

  it('leaves every other key, and an empty grid, to the page', () => {
    expect(press('x', 1, 1)).toBeUndefined()
    expect(
      resolveKey(
        { key: 'ArrowDown', withControl: false },
        { row: 0, column: 0 },
        { ...size, rows: 0 },
        gridKeymap,
      ),
    ).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import {
  arrangeColumns,
  type ColumnSettings,
  choosePair,
  neighbourColumn,
  noSettings,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from './column-settings.ts'

const environments = (count: number, empty: readonly number[] = []) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    variable_count: empty.includes(at + 1) ? 0 : 5,
    protected: false,
  }))
const shownIn = (count: number, settings: ColumnSettings = noSettings, empty: readonly number[] = []) =>
  arrangeColumns(environments(count, empty), settings).map(
    ({ id, width, isPinned }) => `${id}${isPinned ? '!' : ''} ${width}`,
  )
const list = (ids: readonly number[], width: string) => ids.map((id) => `${id} ${width}`)

describe('columns that the grid arranges', () => {
  it('are wide up to six; above that, those after the fourth are compact', () => {
    expect(shownIn(6)).toEqual(list([1, 2, 3, 4, 5, 6], 'wide'))
    expect(shownIn(7)).toEqual([...list([1, 2, 3, 4], 'wide'), ...list([5, 6, 7], 'compact')])
  })

  it('hide empty environments, which do not count, unless they have drafts or all are empty', () => {
    expect(shownIn(7, noSettings, [3])).toEqual([
      '1 wide',
      '2 wide',
      '3 hidden',
      ...list([4, 5, 6, 7], 'wide'),
    ])
    expect(shownIn(2, noSettings, [1, 2])).toEqual(list([1, 2], 'wide'))
    expect(arrangeColumns(environments(2, [2]), noSettings, new Set([2])).map(({ width }) => width)).toEqual([
      'wide',
      'wide',
    ])
  })
})

describe('columns that a person arranges', () => {
  it('are pinned before all others, and go back', () => {
    const pinned = withPinned(noSettings, 3, true)
    expect(shownIn(3, pinned)).toEqual(['3! wide', '1 wide', '2 wide'])
    expect(shownIn(3, withPinned(pinned, 3, false))).toEqual(list([1, 2, 3], 'wide'))
  })

  it('keep their width and place, whatever the grid would choose', () => {
    const wide = withWidth(noSettings, [7], 'wide')
    expect(shownIn(7, wide)[6]).toBe('7 wide')
    const hidden = withWidth(noSettings, [1], 'hidden')
    expect(shownIn(7, hidden)).toEqual(['1 hidden', ...list([2, 3, 4, 5, 6, 7], 'wide')])
    expect(shownIn(7, withShown(hidden, environments(1)))[0]).toBe('1 wide')
    expect(shownIn(2, withShown(noSettings, environments(2, [2])), [2])).toEqual(list([1, 2], 'wide'))
  })

  it('move past the next one that is shown and pinned like them', () => {
    const settings = withPinned(withWidth(noSettings, [2], 'hidden'), 4, true)
    const arranged = arrangeColumns(environments(4), settings)
    expect(arranged.map(({ id }) => id)).toEqual([4, 1, 2, 3])
    expect(neighbourColumn(arranged, 1, 1)).toBe(3)
    expect(neighbourColumn(arranged, 1, -1)).toBeUndefined()
    expect(neighbourColumn(arranged, 4, 1)).toBeUndefined()
    expect(neighbourColumn(arranged, 9, 1)).toBeUndefined()
    const moved = withMoved(settings, arranged, 1, 3)
    expect(arrangeColumns(environments(4), moved).map(({ id }) => id)).toEqual([4, 2, 3, 1])
    expect(withMoved(settings, arranged, 1, 9)).toBe(settings)
  })

  it('forget environments that are deleted, and end with new ones', () => {
    const settings: ColumnSettings = { ...noSettings, order: [9, 3, 1], pinned: new Set([8]) }
    expect(shownIn(4, settings)).toEqual(list([3, 1, 2, 4], 'wide'))
  })
})

describe('the pair of a phone', () => {
  const [one, two, three] = environments(3, [1])
  const all = [one, two, three && { ...three, protected: true }].flatMap((each) => each ?? [])

  it('is the last used environment and the protected one', () => {
    expect(choosePair(all, undefined, 2)).toEqual([2, 3])
    expect(choosePair(all, undefined, 3)).toEqual([2, 3])
    expect(choosePair(environments(2), undefined, 1)).toEqual([1, 2])
    expect(choosePair(environments(1), undefined, 1)).toBeUndefined()
  })

  it('is what was chosen, as long as both exist', () => {
    expect(choosePair(all, [3, 1], 2)).toEqual([3, 1])
    expect(choosePair(all, [3, 9], 2)).toEqual([2, 3])
    expect(choosePair(all, [3, 3], 2)).toEqual([2, 3])
  })
})

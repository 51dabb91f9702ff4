import { describe, expect, it } from 'vitest'
import { foldColumns, isManyColumns, layoutColumns, shortName, visibleColumns } from './grid-columns.ts'

const wide = { isCompact: false, isPinned: false }
const compact = { isCompact: true, isPinned: false }
const many = [...Array.from({ length: 4 }, () => wide), ...Array.from({ length: 96 }, () => compact)]

describe('the widths of the columns', () => {
  it('fill the grid to its last px', () => {
    const { columns, totalWidth } = layoutColumns([wide, wide, wide], 1_440, 320)
    expect(columns.map(({ width }) => width)).toEqual([374, 373, 373])
    expect(totalWidth).toBe(1_440)
  })

  it('are never less than 176 px, or 40 px if compact', () => {
    const { columns, totalWidth, template } = layoutColumns([wide, wide, compact], 500, 264)
    expect(columns.map(({ width, left }) => [left, width])).toEqual([
      [264, 176],
      [440, 176],
      [616, 40],
    ])
    expect(totalWidth).toBe(656)
    expect(template).toBe('264px 176px 176px 40px')
  })

  it('leave room to scroll beside pinned columns', () => {
    const pinned = Array.from({ length: 5 }, () => ({ isCompact: false, isPinned: true }))
    const { columns, stickyWidth } = layoutColumns([...pinned, ...many], 1_440, 320)
    expect(columns.filter(({ isSticky }) => isSticky)).toHaveLength(3)
    expect(stickyWidth).toBe(320 + 3 * 176)
  })
})

describe('the columns in view', () => {
  const layout = layoutColumns(many, 1_440, 320)

  it('are those near the window, not all', () => {
    const { from, to } = visibleColumns(layout, 0, 1_440)
    expect([from, to]).toEqual([0, 18])
    expect(visibleColumns(layout, layout.totalWidth - 1_440, 1_440).to).toBe(100)
    expect(visibleColumns(layout, 3_000, 1_440).from).toBeGreaterThan(50)
  })

  it('are none of none', () =>
    expect(visibleColumns(layoutColumns([], 1_440, 320), 0, 1_440)).toEqual({ from: 0, to: 0 }))
})

describe('the list of columns', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))

  it('folds those with the same first word, if there are many', () => {
    const columns = named('dev', 'preview-1', 'qa', 'preview-2', 'preview_3', 'preview-4')
    const folded = foldColumns(columns, true)
    expect(folded.map(({ prefix, columns: { length } }) => [prefix, length])).toEqual([
      [undefined, 1],
      ['preview-', 3],
      [undefined, 1],
      [undefined, 1],
    ])
    expect(foldColumns(columns, false)).toHaveLength(6)
    expect([11, 12].map(isManyColumns)).toEqual([false, true])
  })

  it('names a compact column in four characters', () =>
    expect(
      ['preview-2252', 'preview-10452', 'preview-checkout', 'production', 'qa', '--'].map(shortName),
    ).toEqual(['2252', '0452', 'chec', 'prod', 'qa', '--']))
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageWindow } from './page-buttons.tsx'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [2, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
  [1, 0, [1]],
])('page %i of %i shows %j', (page, total, shown) => {
  expect(pageWindow(page, total, 5)).toEqual(shown)
})

it('always holds the page one is on, and nothing that is not there', () => {
  const place = fc.integer({ min: 1, max: 5_000 }).chain((total) =>
    fc.record({
      total: fc.constant(total),
      page: fc.integer({ min: 1, max: total }),
      most: fc.integer({ min: 1, max: 9 }),
    }),
  )
  fc.assert(
    fc.property(place, ({ total, page, most }) => {
      const shown = pageWindow(page, total, most)
      expect(shown).toContain(page)
      expect(shown).toHaveLength(Math.min(most, total))
      expect(shown.at(0)).toBeGreaterThanOrEqual(1)
      expect(shown.at(-1)).toBeLessThanOrEqual(total)
    }),
  )
})

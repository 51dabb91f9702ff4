import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PageButtons, Pager, pageWindow } from './pager.tsx'

const drawn = (Which: typeof Pager, page: number, totalPages: number) =>
  renderToStaticMarkup(<Which label="activity" page={page} totalPages={totalPages} onPage={() => {}} />)
/** The buttons that lead nowhere, by their words. */
const barred = (html: string) =>
  [...html.matchAll(/<button([^>]*)aria-disabled="true"([^>]*)>(.*?)<\/button>/g)].map(
    ([, before, after, content = '']) =>
      /aria-label="([^"]*)"/.exec(`${before}${after}`)?.[1] ?? content.replace(/<[^>]*>/g, ''),
  )

it.each([
  [1, 7, ['Previous']],
  [4, 7, []],
  [7, 7, ['Next']],
  [1, 1, ['Previous', 'Next']],
])('page %i of %i leads everywhere but to %j', (page, total, nowhere) => {
  expect(barred(drawn(Pager, page, total))).toEqual(nowhere)
  expect(barred(drawn(PageButtons, page, total))).toEqual(nowhere)
})

it('says where one is', () => {
  expect(drawn(Pager, 2, 1_200).replace(/<[^>]*>/g, '')).toContain('Page 2 of 1,200')
  expect(drawn(PageButtons, 6, 9).match(/aria-label="Page \d+"( aria-current="page")?/g)).toEqual([
    'aria-label="Page 4"',
    'aria-label="Page 5"',
    'aria-label="Page 6" aria-current="page"',
    'aria-label="Page 7"',
    'aria-label="Page 8"',
  ])
})

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
])('page %i of %i shows %j', (page, total, pages) => {
  expect(pageWindow(page, total, 5)).toEqual(pages)
})

it('always holds the page one is on, and nothing that is not there', () => {
  const place = fc.integer({ min: 1, max: 5_000 }).chain((total) =>
    fc.record({
      total: fc.constant(total),
      page: fc.integer({ min: 1, max: total }),
      maxButtons: fc.integer({ min: 1, max: 9 }),
    }),
  )
  fc.assert(
    fc.property(place, ({ total, page, maxButtons }) => {
      const pages = pageWindow(page, total, maxButtons)
      expect(pages).toContain(page)
      expect(pages).toHaveLength(Math.min(maxButtons, total))
      expect(pages.at(0)).toBeGreaterThanOrEqual(1)
      expect(pages.at(-1)).toBeLessThanOrEqual(total)
    }),
  )
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PageButtons } from './page-buttons.tsx'
import { Pager } from './pager.tsx'

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

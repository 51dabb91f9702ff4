import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UsageBar } from './usage-bar.tsx'

const drawn = (current: number, max: number) => {
  const html = renderToStaticMarkup(<UsageBar label="Projects" current={current} max={max} note="A note" />)
  const [, tone] = /data-tone="(\w+)"/.exec(html) ?? []
  const [, value] = /<meter[^>]* value="([\d.]+)"/.exec(html) ?? []
  return {
    tone,
    value,
    text: html
      .replace(/<meter.*<\/meter>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/ +/g, ' '),
  }
}

it.each([
  [1, 2, 'good', '50'],
  [699, 1_000, 'good', '69.9'],
  [700, 1_000, 'warn', '70'],
  [899, 1_000, 'warn', '89.9'],
  [900, 1_000, 'bad', '90'],
  [1, 1, 'bad', '100'],
  [5, 1, 'bad', '100'],
])('%d of %d is %s, filled to %s %%', (current, max, tone, value) => {
  expect(drawn(current, max)).toMatchObject({ tone, value })
})

it('says how much is used in words, too', () => {
  expect(drawn(731, 1_000).text).toBe(' Projects 731 of 1,000 A note ')
})

it('has no bar where there is no limit', () => {
  expect(drawn(12, -1)).toEqual({
    tone: undefined,
    value: undefined,
    text: ' Projects 12 · unlimited A note ',
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  callsNote,
  nextMonth,
  roomNote,
  storageNote,
  UsageBar,
  usageTone,
  usedPercent,
} from './usage-overview.tsx'

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

it.each([
  [0, 'good'],
  [69.9, 'good'],
  [70, 'warn'],
  [89.9, 'warn'],
  [90, 'bad'],
  [100, 'bad'],
])('%d %% is %s', (percent, tone) => expect(usageTone(percent)).toBe(tone))

it.each([
  [1, 2, 50],
  [0, 1, 0],
  [3, 2, 100],
  [0, 0, 100],
  [699, 1_000, 69.9],
  [7, -1, null],
])('%d of %d is %j %%', (current, max, percent) => expect(usedPercent(current, max)).toBe(percent))

it('knows when the count of API calls starts again, over the end of a year too', () => {
  expect(nextMonth(new Date('2026-11-22T23:00:00-05:00')).toISOString()).toBe('2026-12-01T00:00:00.000Z')
  expect(nextMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

it.each([
  [0, 1, '1 more project can be added'],
  [1, 3, '2 more projects can be added'],
  [1, 1, 'At the limit: no more projects can be added'],
  [4, 1, 'Over the limit by 3'],
  [4, -1, 'No limit for your account'],
])('%d of %d: %s', (current, max, note) => expect(roomNote(current, max, 'project', 'projects')).toBe(note))

it.each([
  [39_000_000, 50_000_000, '11 MB free'],
  [41_300_000, 50_000_000, '8.7 MB free: almost full. Deleted projects count until they are erased'],
  [50_000_000, 50_000_000, 'Full: delete environments or projects, or upgrade, to store more'],
  [41_300_000, -1, 'No limit for your account'],
])('%d of %d bytes: %s', (current, max, note) => expect(storageNote(current, max)).toBe(note))

it('says when API calls work again', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(callsNote(999, 1_000, now)).toBe('Starts again on Dec 1 (UTC)')
  expect(callsNote(1_000, 1_000, now)).toBe('Used up: starts again on Dec 1 (UTC)')
  expect(callsNote(5, -1, now)).toBe('No monthly limit for your account')
})

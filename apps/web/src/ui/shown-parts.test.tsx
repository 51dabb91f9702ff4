import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { StrengthMeter } from '../features/keyring/new-master-password.tsx'
import { fakeSessionStorage } from '../tests/fake-session-storage.ts'
import { cn } from './class-names.ts'
import { isLongAnnouncement } from './feedback/announcement-bar.tsx'
import { Banner } from './feedback/banner.tsx'
import { flashToast, hasCarriedToasts, readFlashToasts } from './feedback/flash-toast.ts'
import { Field } from './forms/field.tsx'
import { BarChartTable } from './lists/bar-chart-table.tsx'
import { Masked } from './text/marked-text.tsx'
import { Time } from './text/time.tsx'

const textOf = (html: string) => html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
const now = Date.UTC(2026, 2, 15, 12)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('a time', () => {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const textFor = (msAgo: number, props: { date?: boolean; short?: boolean } = {}) =>
    textOf(renderToStaticMarkup(<Time at={new Date(now - msAgo).toISOString()} {...props} />))

  it.each([
    [0, 'just now'],
    [44 * second, 'just now'],
    [-44 * second, 'just now'],
    [50 * second, '1 minute ago'],
    [5 * minute, '5 minutes ago'],
    [-5 * minute, 'in 5 minutes'],
    [59 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [-3 * hour, 'in 3 hours'],
    [24 * hour, 'yesterday'],
    [-24 * hour, 'tomorrow'],
    [30 * 24 * hour, '30 days ago'],
    [31 * 24 * hour, 'Feb 12, 2026'],
  ])('%i ms ago is %s', (msAgo, text) => expect(textFor(msAgo)).toBe(`|${text}|`))

  it('can be a day, or brief', () => {
    expect(textFor(5 * minute, { date: true })).toBe('|Mar 15, 2026|')
    const brief = textFor(5 * minute, { short: true })
    expect(brief).toContain('5')
    expect(brief.length).toBeLessThan(textFor(5 * minute).length)
  })
})

describe('messages for the next page', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = fakeSessionStorage()
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('are read once, in the order in which they were left', () => {
    expect(hasCarriedToasts()).toBe(false)
    flashToast('success', 'Saved')
    flashToast('error', 'Not mailed')
    expect(hasCarriedToasts()).toBe(true)
    expect(readFlashToasts()).toEqual([
      ['success', 'Saved'],
      ['error', 'Not mailed'],
    ])
    expect(readFlashToasts()).toEqual([])
    expect(hasCarriedToasts()).toBe(false)
  })

  it.each(['{', '"text"', 'null', '[1, "x"]'])('are none where %s is stored', (text) => {
    stored.set('carried-toasts', text)
    expect(readFlashToasts()).toEqual([])
    flashToast('info', 'Fresh')
    expect(readFlashToasts()).toEqual([['info', 'Fresh']])
  })
})

test('a hidden value shows neither itself nor its length', () => {
  expect(textOf(renderToStaticMarkup(<Masked />))).toBe(`|${'•'.repeat(12)}|Hidden|`)
})

test('a field names its control, its error and its hint', () => {
  const html = renderToStaticMarkup(
    <Field label="Name" error="Is missing" hint="As on the invoice">
      <input />
    </Field>,
  )
  const id = /<label[^>]* for="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`<input id="${id}" aria-invalid="true" aria-describedby="${id}-error ${id}-hint"`)
  expect(html).toContain(`<p id="${id}-error" role="alert"`)
  const plain = renderToStaticMarkup(
    <Field label="Name" optional>
      <input />
    </Field>,
  )
  expect(plain).not.toMatch(/aria-|role=/)
  expect(textOf(plain)).toContain('Name| (optional)')
})

test('only a bad banner interrupts a screen reader', () => {
  const role = (tone: 'info' | 'good' | 'warn' | 'bad') =>
    /role="(\w+)"/.exec(renderToStaticMarkup(<Banner tone={tone}>Text</Banner>))?.[1]
  expect((['info', 'good', 'warn', 'bad'] as const).map(role)).toEqual([
    'status',
    'status',
    'status',
    'alert',
  ])
})

test.each([
  [0, 1, 'Very weak'],
  [1, 1, 'Weak'],
  [2, 2, 'Fair'],
  [3, 3, 'Strong'],
  [4, 4, 'Very strong'],
] as const)('strength %i fills %i of four bars', (score, bars, word) => {
  const html = renderToStaticMarkup(<StrengthMeter score={score} />)
  expect(html.match(/bg-line/g) ?? []).toHaveLength(4 - bars)
  expect(textOf(html)).toBe(`|${word}|`)
})

test('an unknown strength takes the place of a known one', () => {
  const known = renderToStaticMarkup(<StrengthMeter score={4}>Strong enough</StrengthMeter>)
  const unknown = renderToStaticMarkup(<StrengthMeter score={null}>{null}</StrengthMeter>)
  expect(unknown.match(/bg-line/g)).toHaveLength(4)
  expect(textOf(unknown)).not.toMatch(/weak|strong/i)
  const shape = (html: string) => html.replaceAll(/bg-\w+/g, '').replaceAll(/>[^<]+</g, '><')
  expect(shape(unknown)).toBe(shape(known))
})

test('a chart’s table has each step in full, and a zero where nothing was counted', () => {
  const html = renderToStaticMarkup(
    <BarChartTable
      caption="Calls per day"
      xLabel="Day"
      series={[
        { key: 'ok', label: 'Answered', tone: 'accent' },
        { key: 'bad', label: 'Rejected', tone: 'bad' },
      ]}
      steps={[
        { key: '1', name: 'March 1, 2026', tick: '1', values: { ok: 1_200 } },
        { key: '2', name: 'March 2, 2026', tick: '2', values: { ok: 3, bad: 1 } },
      ]}
    />,
  )
  expect(textOf(html)).toBe('|Calls per day|Day|Answered|Rejected|March 1, 2026|1,200|0|March 2, 2026|3|1|')
})

test('of two class names that conflict, the later one wins, also for the sizes of this theme', () => {
  expect(cn('px-2 text-small', undefined, 'px-4 text-title text-bad')).toBe('px-4 text-title text-bad')
})

test('an announcement is long by its characters, not by their bytes', () => {
  expect(isLongAnnouncement('😀'.repeat(60))).toBe(false)
  expect(isLongAnnouncement('😀'.repeat(61))).toBe(true)
})

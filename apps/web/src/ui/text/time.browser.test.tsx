import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Time } from './time.tsx'

const start = Date.parse('2026-03-01T10:00:00.000Z')
const at = (secondsAgo: number) => new Date(start - secondsAgo * 1_000).toISOString()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start }))
afterEach(() => void vi.useRealTimers())

const texts = () =>
  page
    .getByRole('time')
    .elements()
    .map(({ textContent }) => textContent)

test('all times of a page move together', async () => {
  const screen = await render(<Time at={at(20)} />)
  await expect.poll(texts).toEqual(['just now'])
  vi.setSystemTime(start + 95_000)
  // Shown later, of the same second: it reads as the other does.
  await screen.rerender([<Time key="a" at={at(20)} />, <Time key="b" at={at(20)} />])
  await expect.poll(() => new Set(texts()).size).toBe(1)
  await expect.poll(() => texts().length).toBe(2)
  vi.advanceTimersByTime(10_000)
  await expect.poll(texts).toEqual(['2 minutes ago', '2 minutes ago'])
  // A hidden page is late; it is right again as soon as it is seen.
  vi.setSystemTime(start + 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(texts).toEqual(['1 hour ago', '1 hour ago'])
})

test('the author is named on hover', async () => {
  await render(<Time at={at(20)} by="ada" />)
  await expect.element(page.getByRole('time')).toHaveAttribute('title', expect.stringMatching(/ by ada$/))
})

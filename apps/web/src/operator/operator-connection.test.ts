import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './operator-connection.ts'

const minuteMs = 60_000
let page: EventTarget
let onIdle: ReturnType<typeof vi.fn<() => void>>
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  onIdle = vi.fn()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
}
const watch = (report = onIdle) => stops.push(watchIdle({ storage, now: Date.now, onIdle: report }))

test('an hour without input ends the page; input in another tab counts', () => {
  watch()
  vi.advanceTimersByTime(59 * minuteMs)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(59 * minuteMs)
  expect(onIdle).not.toHaveBeenCalled()
  // Another tab is opened, and used later on.
  storage.setItem('operator-input-at', String(Date.now()))
  vi.advanceTimersByTime(59 * minuteMs)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minuteMs)
  expect(onIdle).toHaveBeenCalled()
})

test('the first input after the machine slept does not count', () => {
  watch()
  vi.setSystemTime(Date.now() + 61 * minuteMs)
  page.dispatchEvent(new Event('pointerdown'))
  expect(onIdle).toHaveBeenCalledOnce()
})

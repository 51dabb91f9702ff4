import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutoLock, type TabChannel } from './auto-lock.ts'

const minute = 60_000

/** Tabs of one browser: they share a storage and hear each other, and never themselves. */
const browser = () => {
  const kept = new Map<string, string>()
  const channels: TabChannel[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const tab = () => {
    let open = false
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels)
          if (other !== channel) other.onmessage?.(new MessageEvent('message', { data }))
      },
    }
    channels.push(channel)
    const autoLock = createAutoLock({
      isOpen: () => open,
      lock: () => {
        open = false
        autoLock.vaultChanged()
      },
      now: () => Date.now(),
      storage,
      channel,
    })
    const unlock = () => {
      open = true
      autoLock.vaultChanged()
    }
    return { ...autoLock, unlock, isOpen: () => open }
  }
  return { tab, kept }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the lock that locks by itself', () => {
  it('locks after 15 minutes without input, and not before', () => {
    const tab = browser().tab()
    tab.unlock()
    vi.advanceTimersByTime(15 * minute - 1)
    expect(tab.isOpen()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(tab.isOpen()).toBe(false)
  })

  it('says how many minutes are left, and nothing while it is locked', () => {
    const tab = browser().tab()
    expect(tab.minutesLeft.read()).toBeNull()
    tab.unlock()
    expect(tab.minutesLeft.read()).toBe(15)
    vi.advanceTimersByTime(2 * minute + 5_000)
    expect(tab.minutesLeft.read()).toBe(13)
    tab.choose(null)
    expect(tab.minutesLeft.read()).toBeNull()
    tab.choose(5)
    vi.advanceTimersByTime(5 * minute)
    expect(tab.minutesLeft.read()).toBeNull()
  })

  it('counts from the last input', () => {
    const tab = browser().tab()
    tab.unlock()
    vi.advanceTimersByTime(10 * minute)
    tab.touch()
    vi.advanceTimersByTime(14 * minute)
    expect(tab.isOpen()).toBe(true)
    vi.advanceTimersByTime(minute)
    expect(tab.isOpen()).toBe(false)
  })

  it('counts down the last minute, second by second, until somebody is there', () => {
    const tab = browser().tab()
    const said: (number | null)[] = []
    tab.secondsLeft.subscribe(() => said.push(tab.secondsLeft.read()))
    tab.unlock()
    vi.advanceTimersByTime(14 * minute)
    expect(said).toEqual([60])
    vi.advanceTimersByTime(3_000)
    expect(said).toEqual([60, 59, 58, 57])
    tab.touch()
    expect(tab.secondsLeft.read()).toBeNull()
    vi.advanceTimersByTime(14 * minute - 1)
    expect(tab.secondsLeft.read()).toBeNull()
    vi.advanceTimersByTime(minute + 1)
    expect(tab.isOpen()).toBe(false)
    expect(tab.secondsLeft.read()).toBeNull()
  })

  it('locks on the first look at the clock after the laptop slept, input or not', () => {
    const tabs = [browser().tab(), browser().tab()] as const
    for (const tab of tabs) tab.unlock()
    // Asleep: the clock goes on, no timer does.
    vi.setSystemTime(Date.now() + 8 * 60 * minute)
    tabs[0].check()
    tabs[1].touch()
    expect(tabs.map((tab) => tab.isOpen())).toEqual([false, false])
  })

  it('notices a sleep by itself within seconds', () => {
    const tab = browser().tab()
    tab.unlock()
    vi.setSystemTime(Date.now() + 60 * minute)
    vi.advanceTimersByTime(5_000)
    expect(tab.isOpen()).toBe(false)
  })

  it('is not held open by a clock that is put back', () => {
    const tab = browser().tab()
    tab.unlock()
    vi.setSystemTime(Date.now() - 60 * minute)
    vi.advanceTimersByTime(5_000)
    vi.advanceTimersByTime(15 * minute)
    expect(tab.isOpen()).toBe(false)
  })

  it('locks every tab together, and input in one keeps the others open', () => {
    const { tab } = browser()
    const [first, second] = [tab(), tab()]
    first.unlock()
    second.unlock()
    for (let passed = 0; passed < 30; passed += 5) {
      vi.advanceTimersByTime(5 * minute)
      first.touch()
    }
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true])
    vi.advanceTimersByTime(15 * minute)
    expect([first.isOpen(), second.isOpen()]).toEqual([false, false])
  })

  it('locks the other tabs when somebody locks one', () => {
    const { tab } = browser()
    const [first, second] = [tab(), tab()]
    first.unlock()
    second.unlock()
    first.lockEverywhere()
    expect([first.isOpen(), second.isOpen()]).toEqual([false, false])
  })

  it('takes unlocking one tab for input: the others that are open stay so', () => {
    const { tab } = browser()
    const [first, second] = [tab(), tab()]
    first.unlock()
    vi.advanceTimersByTime(14.5 * minute)
    second.unlock()
    vi.advanceTimersByTime(minute)
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true])
  })

  it('keeps what was chosen, for every tab and the next page', () => {
    const { tab, kept } = browser()
    const [first, second] = [tab(), tab()]
    first.unlock()
    second.unlock()
    first.choose(5)
    expect(second.minutes.read()).toBe(5)
    vi.advanceTimersByTime(5 * minute)
    expect([first.isOpen(), second.isOpen()]).toEqual([false, false])
    first.choose(null)
    const third = tab()
    third.unlock()
    vi.advanceTimersByTime(24 * 60 * minute)
    expect(third.isOpen()).toBe(true)
    first.choose(15)
    expect([...kept]).toEqual([])
  })

  it.each(['', '0', '-5', '9999999', 'never ever'])('takes no other choice than it offers: %j', (stored) => {
    const { tab, kept } = browser()
    kept.set('auto-lock', stored)
    expect(tab().minutes.read()).toBe(15)
  })

  it('leaves a locked vault alone', () => {
    const { tab } = browser()
    const [locked, open] = [tab(), tab()]
    open.unlock()
    vi.advanceTimersByTime(14 * minute)
    locked.touch()
    vi.advanceTimersByTime(minute)
    expect(open.isOpen()).toBe(false)
    expect(locked.secondsLeft.read()).toBeNull()
  })
})

/**
 * Locks the vault after a time without input. All tabs of the browser count as one: input in any of them keeps all of
 * them open, and locking one locks the others. A new tab continues the time of those that are open. Wall-clock time
 * decides, since timers stop while a laptop sleeps.
 */
import { createStore, type ReadableStore } from '../../ui/create-store.ts'

export const idleChoices = [5, 15, 60] as const
/** Minutes without input; null never locks. */
export type IdleMinutes = (typeof idleChoices)[number] | null

export interface AutoLock {
  readonly minutes: ReadableStore<IdleMinutes>
  choose(minutes: IdleMinutes): void
  /** Until it locks, in whole seconds, within the last minute; null before. */
  readonly secondsLeft: ReadableStore<number | null>
  /** The same in whole minutes, at any time; null while it is locked, or never locks. */
  readonly minutesLeft: ReadableStore<number | null>
  /** The user gave input. */
  touch(): void
  /** Checks the clock and locks if the time is over. */
  check(): void
  /** Locks the other tabs, too. */
  lockEverywhere(): void
  /** When the user last gave input in any tab. */
  lastInput(): number
  /**
   * Lets a new tab open its vault as part of the others, as if its last input was theirs. Does nothing once its vault
   * was open, or another tab has locked it: what opens it may have been sent before.
   */
  joinTabs(lastInput: number, open: () => void): void
}

type AutoLockStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Message = { kind: 'lock' | 'chosen' } | { kind: 'input'; at: number }

/** The channel between tabs. */
export interface TabChannel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

interface Options {
  readonly isOpen: () => boolean
  readonly lock: () => void
  readonly now: () => number
  readonly storage: AutoLockStorage
  readonly channel: TabChannel
}

const key = 'auto-lock'
const defaultMinutes = 15
const noticeMs = 60_000
/** Timers stop while a laptop sleeps, so none runs for longer than this. */
const maxTimerMs = 5_000
const notifyIntervalMs = 5_000

const restore = (storage: AutoLockStorage): IdleMinutes => {
  const stored = storage.getItem(key)
  if (stored === 'never') return null
  return idleChoices.find((minutes) => String(minutes) === stored) ?? defaultMinutes
}

const remember = (storage: AutoLockStorage, minutes: IdleMinutes) => {
  if (minutes === defaultMinutes) storage.removeItem(key)
  else storage.setItem(key, minutes === null ? 'never' : String(minutes))
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'kind' in data

/** The time that is left, as pages show it. */
function createTimeLeft() {
  const secondsLeft = createStore<number | null>(null)
  const minutesLeft = createStore<number | null>(null)
  const show = (remaining: number | null) => {
    minutesLeft.set(remaining && Math.ceil(remaining / 60_000))
    secondsLeft.set(remaining !== null && remaining <= noticeMs ? Math.ceil(remaining / 1_000) : null)
  }
  return { secondsLeft, minutesLeft, show }
}

/** In whole seconds within the last minute. */
const nextCheckMs = (remaining: number) =>
  Math.min(remaining <= noticeMs ? remaining % 1_000 || 1_000 : remaining - noticeMs, maxTimerMs)

export function createAutoLock({ isOpen, lock, now, storage, channel }: Options): AutoLock & {
  /** The vault was opened or locked. */
  readonly vaultChanged: () => void
} {
  const minutes = createStore(restore(storage))
  const { secondsLeft, minutesLeft, show } = createTimeLeft()
  let last = now()
  let isNew = true
  let joinedAt: number | null = null
  let notifiedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const lockEverywhere = () => {
    channel.postMessage({ kind: 'lock' } satisfies Message)
    lock()
  }

  const check = () => {
    clearTimeout(timer)
    const idleMinutes = minutes.read()
    if (!isOpen() || idleMinutes === null) return show(null)
    // A clock that was put back must not hold the vault open for longer.
    last = Math.min(last, now())
    const remaining = last + idleMinutes * 60_000 - now()
    if (remaining <= 0) return lockEverywhere()
    show(remaining)
    timer = setTimeout(check, nextCheckMs(remaining))
  }

  const notifyTabs = () => {
    last = joinedAt ?? now()
    notifiedAt = last
    channel.postMessage({ kind: 'input', at: last } satisfies Message)
    check()
  }
  const touch = () => {
    if (!isOpen()) return
    check()
    if (!isOpen()) return
    if (secondsLeft.read() !== null || now() - notifiedAt >= notifyIntervalMs) notifyTabs()
    else last = now()
  }

  channel.onmessage = ({ data }) => {
    if (!isMessage(data)) return
    isNew &&= data.kind !== 'lock'
    if (data.kind === 'lock') return lock()
    if (data.kind === 'chosen') minutes.set(restore(storage))
    if (data.kind === 'input') last = Math.max(last, Math.min(data.at, now()))
    check()
  }

  return {
    minutes,
    choose(next) {
      minutes.set(next)
      remember(storage, next)
      channel.postMessage({ kind: 'chosen' } satisfies Message)
      last = now()
      check()
    },
    secondsLeft,
    minutesLeft,
    touch,
    check,
    lockEverywhere,
    lastInput: () => last,
    joinTabs(lastInput, open) {
      if (!isNew) return
      joinedAt = Math.min(lastInput, now())
      open()
      joinedAt = null
    },
    vaultChanged() {
      isNew = false
      if (isOpen()) notifyTabs()
      else check()
    },
  }
}

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const wakeups = ['focus', 'pageshow', 'resume', 'online'] as const

/**
 * Reports every input on the page to the auto-lock before other handlers run, and makes it check the clock whenever
 * the page becomes active again.
 */
export function watchInput({ touch, check }: Pick<AutoLock, 'touch' | 'check'>): void {
  const options = { capture: true, passive: true }
  for (const name of inputs) window.addEventListener(name, touch, options)
  // Browsers send a move event without movement when the page changes below a resting mouse.
  const moved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && touch()
  window.addEventListener('pointermove', moved, options)
  for (const name of wakeups) window.addEventListener(name, check)
  document.addEventListener('visibilitychange', check)
}

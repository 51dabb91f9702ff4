// Preloaded into a process: moves its wall clock and its monotonic clock together, as if the time had passed. The
// offset in milliseconds is the content of the file MOVED_CLOCK, read at the start and on each SIGUSR2. Timers that are
// then due run at once. Timers of up to five seconds, those inside Node and those of other threads stay as they are.

import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** So long may it take to connect to a database or a mail server. */
const connectMs = 5_000
/** After a minute the server gives a database connection up. No work under way lasts as long as the time that passes. */
const connectionUseMs = 60_000

const file = process.env.MOVED_CLOCK ?? ''
const readOffset = (): number => Number(readFileSync(file, 'utf8'))

const RealDate = Date
const realNow = Date.now
const realMonotonic = performance.now.bind(performance)
const real = { setTimeout, setInterval, clearTimeout }

const atStart = readOffset()
let offset = atStart

const now = () => realNow() + offset
const monotonic = () => realMonotonic() + offset - atStart

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})
performance.now = monotonic

interface Pending {
  due: number
  readonly run: () => void
}
const pending = new Map<unknown, Pending>()

type Callback = (...args: unknown[]) => void

function movedTimeout(callback: Callback, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const timer = real.setTimeout(() => {
    pending.delete(timer)
    callback(...args)
  }, ms)
  if (ms > connectMs && ms !== connectionUseMs)
    pending.set(timer, {
      due: monotonic() + ms,
      run: () => {
        clear(timer)
        callback(...args)
      },
    })
  return timer
}

function movedInterval(callback: Callback, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const timer = real.setInterval(callback, ms, ...args)
  if (ms <= connectMs) return timer
  const entry: Pending = {
    due: monotonic() + ms,
    run: () => {
      entry.due = monotonic() + ms
      callback(...args)
    },
  }
  pending.set(timer, entry)
  return timer
}

function clear(timer: unknown): void {
  pending.delete(timer)
  real.clearTimeout(timer as NodeJS.Timeout)
}

Object.assign(globalThis, {
  setTimeout: Object.assign(movedTimeout, setTimeout),
  setInterval: movedInterval,
  clearTimeout: clear,
  clearInterval: clear,
})

function move(): void {
  offset = readOffset()
  const time = monotonic()
  const due = [...pending].filter(([, entry]) => entry.due <= time).sort(([, a], [, b]) => a.due - b.due)
  // One that runs may clear another.
  for (const [timer, entry] of due) if (pending.has(timer)) entry.run()
  process.stdout.write(`The clock is at ${new Date().toISOString()}\n`)
}

if (isMainThread) process.on('SIGUSR2', move)

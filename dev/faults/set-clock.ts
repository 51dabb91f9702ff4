// Preloaded into a process: sets its wall clock, as a person or a broken NTP does. The difference in milliseconds is the
// content of the file SET_CLOCK, read at each SIGUSR2. The monotonic clock and all timers stay as they are.

import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const RealDate = Date
let difference = 0
const now = () => RealDate.now() + difference

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})

if (isMainThread)
  process.on('SIGUSR2', () => {
    difference = Number(readFileSync(process.env.SET_CLOCK ?? '', 'utf8'))
    process.stdout.write(`The clock is at ${new Date().toISOString()}\n`)
  })

import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../http/log.ts'
import { createDelivery } from './deliver.ts'
import type { Mail } from './mail.ts'
import { createSendNow } from './send-now.ts'
import { sendQueued } from './sender.ts'

interface MailSetup {
  readonly config: Config
  readonly db: Db
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Context['secrets']
}

const firstLook = 1_000
const lookEvery = 30_000
/** After a call: the transaction has committed by the first delay, or by the second if it had to wait. */
const looksAfterWaking = [50, 1_000]
const lastMs = 8_000

export function createMail({ config, db, clock, log, secrets }: MailSetup): Mail {
  const deliver = createDelivery(config)
  const url = config.publicUrl
  const hasServer = config.smtpUrl !== undefined
  const counts = { sent: 0, failed: 0 }
  const stopping = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  let started = false
  /** A check is already scheduled. */
  let wakeful = false
  let stopped = false
  let underWay: Promise<void> | undefined

  const sendDue = () => {
    const stop = { asked: () => stopped, signal: stopping.signal }
    underWay ??= sendQueued({ db, clock, log, secrets, url, deliver, hasServer, counts }, stop)
      .catch((error: unknown) => log.taskFailed({ task: 'mail', error }))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  const lookIn = (ms: number, after: () => void = () => {}) => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void sendDue().then(after)
    }, ms).unref()
    timers.add(timer)
  }
  const lookAgain = () => lookIn(lookEvery, lookAgain)

  const now = createSendNow({ deliver, clock, log, secrets, url, hasServer, counts })

  return {
    hasServer,
    counts,
    sendDue,
    wake: () => {
      if (!started || wakeful) return
      wakeful = true
      for (const ms of looksAfterWaking) lookIn(ms)
      setTimeout(() => {
        wakeful = false
      }, looksAfterWaking[0]).unref()
    },
    start: () => {
      started = true
      lookIn(firstLook, lookAgain)
    },
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      const late = setTimeout(() => stopping.abort(), lastMs)
      await Promise.all([underWay, now.finished()])
      clearTimeout(late)
    },
    sendNow: now.sendNow,
    sendTest: now.sendTest,
  }
}

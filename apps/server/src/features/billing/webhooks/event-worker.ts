import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { claimDueEvent, retryEventAt, type StoredEvent } from './webhook-event-store.ts'
import { workOffEvent } from './work-off-event.ts'

/** Works off the events that providers have delivered, one after the other. */
export interface EventWorker {
  /** Starts working, if there is something due. */
  wake(): void
  /** Works until nothing is due. */
  runDue(): Promise<void>
  /** Starts nothing more, and waits for running work. */
  stop(): Promise<void>
}

const minuteMs = 60_000
const lookMs = minuteMs
/** Longer than a provider may take, with its retries. */
const reservedMs = 2 * minuteMs
/** After these waits the event is left to the daily reconciliation. */
const waitsMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs)

export function createEventWorker(ctx: Context): EventWorker {
  let underWay: Promise<void> | undefined
  let isStopped = false

  const work = async (event: StoredEvent) => {
    try {
      await workOffEvent(ctx, event)
    } catch (error) {
      if (error instanceof PaymentError) await ctx.payments.noteFailure(error)
      else ctx.log.taskFailed({ task: 'webhook-events', error })
      const waitMs = waitsMs[event.attempts - 1]
      await retryEventAt(ctx, event, waitMs === undefined ? Number.MAX_SAFE_INTEGER : ctx.clock() + waitMs)
    }
  }

  const workOff = async () => {
    while (!isStopped) {
      const now = ctx.clock()
      const event = await claimDueEvent(ctx, now, now + reservedMs)
      if (!event) return
      await work(event)
    }
  }

  const runDue = (): Promise<void> => {
    underWay ??= workOff()
      .catch((error: unknown) => ctx.log.taskFailed({ task: 'webhook-events', error }))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  let isWoken = false
  /** An event that arrives while others are worked off is found by the next round. */
  const wake = () => {
    if (isWoken) return
    isWoken = true
    setImmediate(async () => {
      await underWay
      isWoken = false
      if (!isStopped) await runDue()
    })
  }

  const timer = setInterval(wake, lookMs).unref()
  return {
    wake,
    runDue,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await underWay
    },
  }
}

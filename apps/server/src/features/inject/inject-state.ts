import type { DbContext } from '../../context.ts'
import { createSharedYield, nextTurn } from '../../db/yield-to-event-loop.ts'
import { createEnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import type { KnownChains } from '../usage/known-chains.ts'
import type { Attempt } from './attempt.ts'
import { createInjectCache } from './inject-cache.ts'

/** What one process remembers of the calls of API keys. */
export function createInjectState(ctx: DbContext<'config' | 'engine' | 'clock'>, chains: KnownChains) {
  const keys = createEnvironmentKeyCache(ctx)
  const answers = createInjectCache(ctx, chains)
  const yieldTogether = createSharedYield()
  const gather = async () => {
    // A commit ends while input is read. Those who receive its responses send their next calls in the turn after this.
    await nextTurn()
    await yieldTogether()
    await nextTurn()
  }
  return {
    keys,
    answers,
    attempts: createSingleFlight<Attempt>(yieldTogether),
    /**
     * Waits for the calls that have arrived, so that they share a commit. On SQLite they find their remembered answers
     * one turn later; on PostgreSQL that takes a round trip, for which no commit waits.
     */
    gathering: ctx.engine === 'sqlite' ? { gather } : {},
    /** Drops what has expired. Call it now and then. */
    sweep: () => {
      keys.sweep()
      answers.sweep()
    },
  }
}

/**
 * Lets identical calls that arrive together share one piece of work. The work starts after the event loop has read all
 * waiting input, so its reads happen after each of those calls arrived. Nothing is cached.
 */
export interface SingleFlight<T> {
  /** Runs `work`, or joins the work of the same name that is about to start. */
  run(name: string, work: () => Promise<T>): Promise<T>
}

/** @param yieldTogether resolves when the event loop has read all waiting input */
function createSingleFlight<T>(yieldTogether: () => Promise<void>): SingleFlight<T> {
  const boarding = new Map<string, { readonly landed: Promise<T> }>()
  const fly = async (name: string, quiet: Promise<void>, work: () => Promise<T>) => {
    await quiet
    boarding.delete(name)
    return await work()
  }
  return {
    run(name, work) {
      const quiet = yieldTogether()
      const known = boarding.get(name)
      if (known) return known.landed
      const landed = fly(name, quiet, work)
      boarding.set(name, { landed })
      return landed
    },
  }
}

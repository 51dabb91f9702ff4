import type { DbContext } from '../../context.ts'
import { createSharedYield, nextTurn } from '../../db/yield-to-event-loop.ts'
import { createEnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import type { Attempt } from './attempt.ts'
import { createInjectCache } from './inject-cache.ts'
import { createSingleFlight } from './single-flight.ts'

/** What one process remembers of the calls of API keys. */
export function createInjectState(ctx: DbContext<'config' | 'engine' | 'clock'>) {
  const keys = createEnvironmentKeyCache(ctx)
  const answers = createInjectCache(ctx)
  const yieldTogether = createSharedYield()
  const gather = async () => {
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

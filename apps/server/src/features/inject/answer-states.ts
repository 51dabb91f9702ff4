import type { Context } from '../../context.ts'
import { type Batch, createBatch, maxFlushesOf } from '../../db/batch.ts'
import { endOfTick } from '../../db/yield-to-event-loop.ts'
import { type Question, readAnswerStates } from './answer-state-store.ts'

/**
 * The states of the rows that answers come from. Calls that wait together are resumed together, so one question for all
 * follows in the same tick.
 */
export const createAnswerStates = (
  ctx: Pick<Context, 'config' | 'db' | 'engine'>,
): Batch<Question, string | undefined> =>
  createBatch((questions) => readAnswerStates(ctx, questions), {
    gather: endOfTick,
    maxFlushes: maxFlushesOf(ctx),
  })

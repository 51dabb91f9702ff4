import type { Proof } from '@envhold/contract/step-up.ts'
import type { Context } from '../../../context.ts'
import { stepUpProofsOf } from '../factors/accepted-proofs.ts'
import { readFactors } from '../factors/factor-store.ts'

/** Reads which proofs a step-up of an account accepts. */
export const readStepUpProofs =
  (ctx: Pick<Context, 'db' | 'config' | 'secrets'>) =>
  async (userId: number): Promise<Proof[]> =>
    stepUpProofsOf(await readFactors(ctx, userId))

/** How the instance as a whole is doing. */
import * as contract from '@envhold/contract/operator/instance-health.ts'
import type { Context } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import type { Argon2Limiter } from '../../users/argon2-limiter.ts'
import { checkInstanceHealth } from './check-instance-health.ts'
import { makeDiagnostics } from './make-diagnostics.ts'

export interface HealthWorld extends Context {
  readonly limiter: Argon2Limiter
}

export const readInstanceHealth = verb(contract.readInstanceHealth, async (world: HealthWorld) => ({
  health: await checkInstanceHealth(world, world.limiter),
}))

export const readDiagnostics = verb(contract.readDiagnostics, async (ctx, { caller, origin }) => ({
  diagnostics: await makeDiagnostics(ctx, { userId: caller.userId, origin }),
}))

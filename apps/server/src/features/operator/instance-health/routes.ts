/** How the instance as a whole is doing. */

import { readDiagnostics } from '@envhold/contract/operator/diagnostics.ts'
import * as contract from '@envhold/contract/operator/instance-health.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Argon2Limiter } from '../../users/argon2-limiter.ts'
import { makeDiagnostics } from './make-diagnostics.ts'
import { readInstanceHealth } from './read-instance-health.ts'

export const instanceHealthRoutes = (ctx: Context, limiter: Argon2Limiter): Route[] => [
  route(contract.readInstanceHealth, async () => ({
    json: { health: await readInstanceHealth(ctx, limiter) },
  })),
  route(readDiagnostics, async ({ caller: { userId }, origin }) => ({
    json: { diagnostics: await makeDiagnostics(ctx, { userId, origin }) },
  })),
]

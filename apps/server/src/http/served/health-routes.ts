import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { AppError } from '../../app-error.ts'
import type { Drain } from '../drain.ts'
import { type Route, route } from '../route.ts'
import { createReadiness, type ReadinessCheck } from './readiness.ts'

const aboutToStop = { path: 'process', message: 'The server is about to stop.' }

/** Liveness and readiness. A response with 503 names each failing part. */
export function healthRoutes(
  checks: readonly ReadinessCheck[],
  drain: Pick<Drain, 'isDraining'>,
  version: string,
): Route[] {
  const readiness = createReadiness(checks)
  return [
    route(readLiveness, async () => ({ json: { status: 'ok' as const, version } })),
    route(readReadiness, async () => {
      const details = drain.isDraining() ? [aboutToStop] : [...(await readiness.findFailures())]
      if (details.length > 0) throw new AppError('UNAVAILABLE', { details })
      const parts = Object.fromEntries(
        ['process', ...checks.map(({ part }) => part)].map((part) => [part, 'ok' as const]),
      )
      return { json: { status: 'ok' as const, parts, version } }
    }),
  ]
}

import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { AppError } from '../../app-error.ts'
import type { Drain } from '../drain.ts'
import { type Route, route } from '../route.ts'
import type { Readiness } from './readiness.ts'

const aboutToStop = { path: 'process', message: 'The server is about to stop.' }

/** Liveness and readiness. A response with 503 names each failing part. */
export function healthRoutes(
  readiness: Readiness,
  drain: Pick<Drain, 'isDraining'>,
  version: string,
): Route[] {
  return [
    route(readLiveness, async () => ({ json: { status: 'ok' as const, version } })),
    route(readReadiness, async () => {
      const details = drain.isDraining() ? [aboutToStop] : [...(await readiness.findFailures())]
      if (details.length > 0) throw new AppError('UNAVAILABLE', { details })
      const parts = Object.fromEntries(readiness.parts.map((part) => [part, 'ok' as const]))
      return { json: { status: 'ok' as const, parts, version } }
    }),
  ]
}

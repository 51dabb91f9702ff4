import { hash } from 'node:crypto'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { AppError } from '../../app-error.ts'
import type { Secret } from '../../config/secrets.ts'
import { getAndHead, type Handler, type OnResponse, type Served } from '../exchange.ts'

/** A number about the process, read when the metrics are requested. */
export interface GaugeSource {
  readonly name: string
  readonly help: string
  readonly read: () => number
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const digestOf = (text: string) => hash('sha256', text, 'buffer')

/** Loaded only if metrics are configured: the library costs start-up time and memory. */
const collect = async (watched: readonly GaugeSource[]) => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'envhold_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const durations = new Histogram({
    name: 'envhold_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer, without what a long poll waits.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [register],
  })
  for (const { name, help, read } of watched)
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  return { register, requests, durations }
}

/** Serves `/api/metrics` to callers with the token. Without a configured token the path does not exist. */
export function metricsRoutes(
  token: Secret | undefined,
  watched: readonly GaugeSource[],
): Pick<Served, 'routes' | 'onAnswered'> {
  if (!token) return { routes: [], onAnswered: [] }
  const expected = digestOf(`Bearer ${token.reveal()}`)
  const collected = collect(watched)
  const count: OnResponse = async ({ method, route, status, ms, waitedMs }) => {
    const { requests, durations } = await collected
    requests.inc({ method, route, status })
    durations.observe({ method, route }, (ms - waitedMs) / 1_000)
  }
  const handler: Handler = async ({ headers: { authorization = '' } }) => {
    if (!sameBytes(digestOf(authorization), expected)) throw new AppError('NOT_FOUND')
    const { register } = await collected
    return { status: 200, headers: { 'content-type': register.contentType }, body: await register.metrics() }
  }
  return { routes: [{ methods: getAndHead, path: '/api/metrics', handler }], onAnswered: [count] }
}

import { hash } from 'node:crypto'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { AppError } from '../../app-error.ts'
import type { Secret } from '../../config/secrets.ts'
import { getAndHead, type Handler, type OnResponse, type Served } from '../exchange.ts'

/** A value for each set of labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A number that is read when the metrics are requested. */
export interface Measure {
  readonly name: string
  readonly help: string
  /** A counter only grows while the process lives. */
  readonly type?: 'counter'
  readonly labels?: readonly string[]
  /** Undefined while it is not known. */
  readonly read: () =>
    | number
    | readonly Sample[]
    | undefined
    | Promise<number | readonly Sample[] | undefined>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Gauges of the library whose names end like those of counters, and that say nothing that others do not. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

const digestOf = (text: string) => hash('sha256', text, 'buffer')

/** Loaded only if metrics are configured: the library costs start-up time and memory. */
const collect = async (measures: readonly Measure[]) => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)
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
  for (const { name, help, type, labels = [], read } of measures)
    new (type === 'counter' ? Counter : Gauge)({
      name,
      help,
      labelNames: labels,
      registers: [register],
      async collect() {
        const now = (await read()) ?? []
        this.reset()
        // What is not known is absent: after a reset, a metric without labels is 0.
        if (labels.length === 0) this.remove()
        for (const sample of typeof now === 'number' ? [{ labels: {}, value: now }] : now)
          this.inc(sample.labels, sample.value)
      },
    })
  return { register, requests, durations }
}

/** Serves `/api/metrics` to callers with the token. Without a configured token the path does not exist. */
export function metricsRoutes(
  token: Secret | undefined,
  measures: readonly Measure[],
): Pick<Served, 'routes' | 'onAnswered'> {
  if (!token) return { routes: [], onAnswered: [] }
  const expected = digestOf(`Bearer ${token.reveal()}`)
  const collected = collect(measures)
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

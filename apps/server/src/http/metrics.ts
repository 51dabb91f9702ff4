import { hash } from 'node:crypto'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Secret } from '../config/secrets.ts'

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
export function serveMetrics(
  server: FastifyInstance,
  token: Secret | undefined,
  watched: readonly GaugeSource[],
): void {
  if (!token) return
  const expected = digestOf(`Bearer ${token.reveal()}`)
  let metrics: Awaited<ReturnType<typeof collect>> | undefined

  server.onAnswered.push(({ method, route, status, ms, waitedMs }) => {
    metrics?.requests.inc({ method, route, status })
    metrics?.durations.observe({ method, route }, (ms - waitedMs) / 1_000)
  })
  const addRoute: FastifyPluginAsync = async (scope) => {
    metrics = await collect(watched)
    const { register } = metrics
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/api/metrics',
      handler: async (request, reply) => {
        const given = digestOf(request.headers.authorization ?? '')
        if (!sameBytes(given, expected)) throw new AppError('NOT_FOUND')
        return reply.header('content-type', register.contentType).send(await register.metrics())
      },
    })
  }
  server.register(addRoute)
}

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { appForTests } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'

interface Span {
  readonly traceId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

/** A collector that accepts everything, and what it got. */
async function startCollector() {
  const requests: {
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly batch: Batch
  }[] = []
  const server = createServer(async (request, response) => {
    const batch = (await json(request)) as Batch
    requests.push({ path: request.url ?? '', headers: request.headers, batch })
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      requests.flatMap(({ batch }) =>
        batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => server.close(),
  }
}

const attribute = ({ attributes }: Span, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

test('each call is a span of the trace of its caller, without names and values', async () => {
  const collector = await startCollector()
  const app = await appForTests('sqlite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2',
  })
  const owner = await addPerson(app)
  const { projectId } = await seedEnvironment(owner, { PASSWORD: 'a value that nobody may see' })
  const { apiKey } = await seedApiKey(owner, projectId)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const path = `/api/v1/inject/${projectId}/production`
  const headers = { 'x-api-key': apiKey, traceparent: `00-${traceId}-b7ad6b7169203331-00` }
  expect(
    (await app.fetch(path, { headers: { ...headers, traceparent: headers.traceparent.replace(/0$/, '1') } }))
      .status,
  ).toBe(200)
  expect((await app.fetch(path, { headers: { 'x-api-key': apiKey, traceparent: 'nonsense' } })).status).toBe(
    200,
  )
  expect((await app.fetch('/api/nothing?secret=hunter3')).status).toBe(404)
  // What is held is sent at the end.
  await app.stop()
  collector.stop()

  expect(new Set(collector.requests.map(({ path, headers }) => `${path} ${headers.authorization}`))).toEqual(
    new Set(['/v1/traces Bearer hunter2']),
  )
  const [first, second, ...more] = collector.spans().filter(({ name }) => name.includes('/inject/'))
  expect(more).toEqual([])
  expect(first).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    name: 'GET /api/v1/inject/:projectId/:environment',
    kind: 2,
  })
  expect(first && attribute(first, 'http.response.status_code')).toBe(200)
  expect(first && attribute(first, 'envhold.request_id')).toMatch(/^\S+$/)
  expect(BigInt(first?.endTimeUnixNano ?? 0) - BigInt(first?.startTimeUnixNano ?? 0)).toBeGreaterThan(0n)
  expect(second?.traceId).not.toBe(traceId)
  expect(second?.parentSpanId).toBeUndefined()
  expect(collector.spans().map(({ name }) => name)).toContain('GET none')
  const sent = JSON.stringify(collector.requests.map(({ batch }) => batch))
  for (const hidden of ['a value that nobody', apiKey, 'PASSWORD', 'hunter', owner.email, '127.0.0.1'])
    expect(sent).not.toContain(hidden)
})

test('a share of the calls is traced, whatever their callers ask for', async () => {
  const collector = await startCollector()
  const app = await appForTests('sqlite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect((await app.fetch('/api/health/live', { headers: { traceparent } })).status).toBe(200)
  await app.stop()
  collector.stop()
  expect(collector.spans()).toEqual([])
})

test('without a collector that answers, calls are answered and the server stops', async () => {
  const app = await appForTests('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect((await app.fetch('/api/health/live')).status).toBe(200)
  const begun = performance.now()
  await app.stop()
  expect(performance.now() - begun).toBeLessThan(8_000)
})

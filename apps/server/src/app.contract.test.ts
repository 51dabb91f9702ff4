// The application serves exactly the endpoints of the contract, and its responses carry the headers that the OpenAPI
// document lists.

import { createApiKey } from '@envhold/contract/api-keys.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { inject } from '@envhold/contract/inject.ts'
import { openApiDocument } from '@envhold/contract/openapi/document.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { downloadEnvironment } from '@envhold/contract/variables/dotenv.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { headersOf } from '../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { buildApp } from './app.ts'
import type { HttpServer } from './http/open-server.ts'

/** Routes that are not in the contract: its OpenAPI document, and the metrics, which require METRICS_TOKEN. */
const others = ['GET /api/openapi.json', 'GET /api/metrics']

const app = withApp('sqlite', { METRICS_TOKEN: 'a-token-for-the-metrics' })
let server: HttpServer
let owner: Person
beforeAll(async () => {
  server = buildApp(app.ctx).server
  owner = await addPerson(app)
})
afterAll(async () => {
  await server.close()
})

const urlOf = ({ path }: Endpoint) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
const served = () =>
  server.routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))

test.each(everyEndpoint.map((call) => [call.name, call] as const))('%s is served', (_, call) => {
  expect(served()).toContain(`${call.method} ${urlOf(call)}`)
})

test('no other route of the API is served', () => {
  const known = new Set([...everyEndpoint.map((call) => `${call.method} ${urlOf(call)}`), ...others])
  const ofApi = served().filter((route) => /^(GET|POST|PUT|DELETE|PATCH) \/api/.test(route))
  expect(ofApi.length).toBeGreaterThan(50)
  expect(ofApi.filter((route) => !known.has(route))).toEqual([])
})

/** Headers that every HTTP response has, and headers that only browsers read. */
const general =
  /^(connection|keep-alive|date|content-(length|type|security-policy)|transfer-encoding|cache-control|referrer-policy|permissions-policy|cross-origin-.*|x-(content-type|frame)-options|strict-transport-security)$/

interface Documented {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { $ref?: string; headers?: object }> }>
  >
  readonly components: { readonly responses: Record<string, { headers?: object }> }
}
const document = openApiDocument({ url: '', version: '' }) as unknown as Documented

const documented = ({ path, method }: Endpoint, status: number) => {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  const named = document.components.responses[response?.$ref?.split('/').at(-1) ?? '']
  return Object.keys((named ?? response)?.headers ?? {}).map((name) => name.toLowerCase())
}

test('responses carry the documented headers, and no others', async () => {
  const { id, projectId } = await seedEnvironment(owner)
  const { apiKey } = await seedApiKey(owner, projectId)
  const { token } = await seedPersonalToken(owner)
  const bearer = headersOf({ token })
  const key = { 'idempotency-key': 'headers-of-an-answer' }
  const body = JSON.stringify({ name: 'Twice' })
  const post = { method: 'POST', headers: { ...bearer, ...key, 'content-type': 'application/json' }, body }
  const calls: [Endpoint, string, RequestInit?][] = [
    [readVariables, `/env/environments/${id}/variables`, { headers: bearer }],
    [readVariables, `/env/environments/${id}/variables`, { headers: { ...bearer, 'if-none-match': '"1"' } }],
    [readVariables, '/env/environments/999/variables', { headers: bearer }],
    [readVariables, `/env/environments/${id}/variables`],
    [downloadEnvironment, `/env/environments/${id}/download`, { headers: bearer }],
    [inject, `/v1/inject/${projectId}/production`, { headers: { 'x-api-key': apiKey } }],
    [createProject, '/env/projects', post],
    [createProject, '/env/projects', post],
    [createProject, '/env/projects', { ...post, body: '{"name":"Else"}' }],
    [createApiKey, `/projects/${projectId}/api-keys`, { ...post, body: '{}' }],
    [createVariable, `/env/environments/${id}/variables`, { ...post, body: '{"key":"A","value":"1"}' }],
  ]
  const seen = new Set<string>()
  for (const [call, path, init] of calls) {
    const { status, headers } = await app.fetch(`/api${path}`, init)
    const sent = [...headers.keys()].filter((name) => !general.test(name))
    const promised = documented(call, status)
    const rate = /^ratelimit-/
    expect(
      sent.filter((name) => !promised.includes(name) && !rate.test(name)),
      `${call.name} ${status}`,
    ).toEqual([])
    for (const name of sent) seen.add(`${status} ${name}`)
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      '200 etag',
      '304 etag',
      '401 www-authenticate',
      '201 idempotency-replayed',
      '201 ratelimit-limit',
    ]),
  )
})

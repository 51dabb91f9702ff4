import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { errorBody, errors } from '@envhold/contract/errors.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

// Random requests in batches of ten, different ones in every run. `npm test -- --long` sends 10,000.
const batch = 10
const batches = inject('longRuns')
  ? {
      sqlite: { bodies: 350, paths: 200, headers: 130 },
      postgres: { bodies: 150, paths: 100, headers: 70 },
    }
  : {
      sqlite: { bodies: 200, paths: 60, headers: 40 },
      postgres: { bodies: 150, paths: 30, headers: 20 },
    }
const canary = 'CANARY-7f3a'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: Buffer
}
interface Answered {
  readonly status: number
  readonly text: string
}

const send = (url: string, agent: Agent, { method, path, headers, body }: Sent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const clientRequest = request({ agent, hostname, port, method, path, headers }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, text: said }), reject)
    })
    // A server that rejects a long body may close the connection before all of it is sent.
    clientRequest.on('error', (error) =>
      'code' in error && error.code === 'EPIPE' ? resolve({ status: 413, text: '' }) : reject(error),
    )
    clientRequest.end(body)
  })

const hardTexts = [
  ...['', '\0', '\ud800', '__proto__', 'constructor', '%00', '%', '..', '../../etc/passwd', "' or 1=1 --"],
  ...['NaN', '-1', '1e309', '9'.repeat(30), '\u202e', 'é'.normalize('NFD'), '$(id)', 'x'.repeat(3_000)],
]
const anyText = fc.oneof(fc.constantFrom(...hardTexts), fc.string({ unit: 'binary' }), fc.string())
const anyValue = fc.oneof(
  anyText,
  anyText.map((start) => `${start}${canary}`),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(anyText, { maxLength: 3 }),
  fc.dictionary(fc.oneof(fc.constantFrom('A', '__proto__', 'toString'), fc.string()), anyText, {
    maxKeys: 4,
  }),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e300),
)

/** Bodies with the right names and any values, some names missing; and bodies that are not even JSON. */
const bodyOf = ({ body }: Endpoint) => {
  const fields = Object.fromEntries(Object.keys(body?.shape ?? {}).map((name) => [name, anyValue]))
  const nearlyRight = fc.record(fields, { requiredKeys: [] }).map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 4, arbitrary: nearlyRight.map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: nearlyRight.map((json) => Buffer.from(json.slice(0, -2) + canary)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: anyValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
  )
}

const segment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('1', '2', '0', '-1', '1e3', '0x1', 'x', '%31', '%2e%2e', '%', '%c3', '%00'),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary' }).map((any) => encodeURIComponent(any.toWellFormed())),
  },
  {
    weight: 1,
    // After a question mark it would be a parameter’s name, which the response contains.
    arbitrary: fc.stringMatching(/^[!-~]{0,20}$/).map((any) => any.replaceAll(/[?#]/g, '') + canary),
  },
)
const query = fc
  .array(
    fc.tuple(fc.constantFrom('format', 'limit', 'at', 'left', 'masterPassword', '', '__proto__'), segment),
    {
      maxLength: 3,
    },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value.replaceAll(/[#&]/g, '')}`).join('&'))
const pathOf = ({ path }: Endpoint) => {
  const names = path.match(/\{\w+\}/g) ?? []
  return fc
    .tuple(fc.array(segment, { minLength: names.length, maxLength: names.length }), query)
    .map(([segments, search]) => {
      const filled = names.reduce(
        (whole, name, i) => whole.replace(name, () => segments[i] ?? ''),
        path as string,
      )
      return `/api${filled}${search && `?${search}`}`
    })
}
const anyPath = fc.oneof(
  fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.array(segment, { maxLength: 5 }).map((parts) => `/api/${parts.join('/')}`),
)

const headerValue = fc.oneof(
  fc.stringMatching(/^[ -~]{0,40}$/),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    'Bearer',
    'Bearer x',
    'Basic eDp4',
    '"1"',
    '*',
    'W/"1"',
    'application/json',
    '%zz',
    'chunked',
    '-1',
  ),
)
const headerName = fc.oneof(
  fc.constantFrom(
    ...['Authorization', 'X-Api-Key', 'X-Master-Password', 'If-Match', 'If-None-Match', 'Content-Type'],
    'Idempotency-Key',
    ...[
      'X-Forwarded-For',
      'Transfer-Encoding',
      'Content-Length',
      'Expect',
      'Upgrade',
      'Host',
      'Accept-Encoding',
    ],
  ),
  fc.stringMatching(/^[!-~]{1,20}$/),
)

const callable = everyEndpoint.filter(({ name }) => name !== 'logout')

forEachEngine((engine) => {
  const app = withApp(engine)
  const person = withPerson(app)
  const statuses = new Map<number, number>()
  const agent = new Agent({ keepAlive: true, maxSockets: batch })

  beforeAll(async () => {
    const { project } = await person.client.call(createProject, { body: { name: 'Project' } })
    await person.client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: 'production' },
    })
  })
  afterAll(async () => {
    agent.destroy()
  })

  const judge = ({ status, text: said }: Answered) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect(status).toBeLessThan(500)
    if (status < 400 || said === '') return
    expect(said).not.toContain(canary)
    expect(errors[errorBody.parse(JSON.parse(said)).error].status).toBe(status)
  }
  const holds = (sent: fc.Arbitrary<Sent>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: batch, maxLength: batch }), async (all) => {
        for (const answer of await Promise.all(all.map((request) => send(app.url, agent, request))))
          judge(answer)
      }),
      { numRuns },
    )
  const signedIn = () => headersOf({ token: person.token, masterPassword: person.masterPassword ?? '' })

  test('bodies', async () => {
    const call = (endpoint: Endpoint) =>
      fc.tuple(bodyOf(endpoint), fc.constantFrom('1', '2', 'x')).map(([body, id]) => ({
        method: endpoint.method,
        path: `/api${endpoint.path.replace(/\{\w+\}/g, id)}`,
        headers: { ...signedIn(), 'content-type': 'application/json' },
        body,
      }))
    const any = fc.oneof(...callable.filter(({ body }) => body).map(call))
    // One that accepts almost every text comes more often: some requests must be valid.
    const sent = fc.oneof({ weight: 9, arbitrary: any }, { weight: 1, arbitrary: call(createProject) })
    await holds(sent, batches[engine].bodies)
    // One that is valid, and the same without a session: chance alone may produce neither.
    const valid = { 'content-type': 'application/json', ...signedIn() }
    for (const headers of [valid, { 'content-type': 'application/json' }]) {
      const path = `/api${createProject.path}`
      judge(
        await send(app.url, agent, { method: 'POST', path, headers, body: Buffer.from('{"name":"Valid"}') }),
      )
    }
  })

  test('paths and queries', async () => {
    const known = callable.map((endpoint) =>
      pathOf(endpoint).map((path) => ({ method: endpoint.method, path, headers: signedIn() })),
    )
    const unknown = anyPath.map((path) => ({ method: 'GET', path, headers: signedIn() }))
    await holds(fc.oneof(unknown, ...known), batches[engine].paths)
  })

  test('headers', async () => {
    const exchange = async (head: string): Promise<string> => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.on('error', () => {
        // A connection that the server closes counts as a response too.
      })
      socket.write(Buffer.from(head, 'latin1'))
      socket.setTimeout(300, () => socket.destroy())
      return text(socket).catch(() => '')
    }
    const heads = fc
      .tuple(
        fc.constantFrom(...callable),
        fc.array(fc.tuple(headerName, headerValue, fc.constantFrom('', canary)), { maxLength: 6 }),
      )
      .map(([{ method, path }, headers]) => {
        const lines = headers.map(([name, value, end]) => `${name}: ${value}${end}`)
        const start = `${method} /api${path.replace(/\{\w+\}/g, '1')} HTTP/1.1`
        return [start, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n')
      })
    await fc.assert(
      fc.asyncProperty(fc.array(heads, { minLength: batch, maxLength: batch }), async (all) => {
        for (const answer of await Promise.all(all.map(exchange))) {
          expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
          expect(answer).not.toContain(canary)
        }
      }),
      { numRuns: batches[engine].headers },
    )
  })

  test('the log contains nothing that was sent, and no call failed', () => {
    expect(app.logged()).not.toContain(canary)
    expect(app.logged()).not.toContain('request failed')
    // The requests are rejected for different reasons, and some are valid.
    for (const status of [200, 201, 400, 401, 404])
      expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
  })
})

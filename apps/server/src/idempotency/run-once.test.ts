import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { type Endpoint, type InputOf, successOf } from '@envhold/contract/endpoint.ts'
import { type ErrorBody, errorBody } from '@envhold/contract/errors.ts'
import { renewRecoveryKey } from '@envhold/contract/keyring/keyring.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { anotherNode } from '../../../../dev/world/another-node.ts'
import { forEachEngine, headersOf } from '../../../../dev/world/app-for-tests.ts'
import { seedEnvironment, seedPersonalToken } from '../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../dev/world/with-person.ts'
import { sweepIdempotencyKeys } from './create-run-once.ts'

const hour = 3_600_000
let count = 0
const newKey = () => `key-of-this-test-${++count}-0123456789`

interface SentRequest {
  readonly key: string | readonly string[]
  readonly body?: object
  readonly params?: Record<string, number>
  readonly token?: string
  readonly url?: string
}

forEachEngine((engine) => {
  const app = withApp(engine, { SMTP_URL: '' })
  const owner = withPerson(app)

  const ask = async (
    { path }: Endpoint,
    { key, body, params = {}, token = owner.token, url = app.url }: SentRequest,
  ) => {
    const headers = new Headers(headersOf({ token, masterPassword: owner.masterPassword ?? '' }))
    for (const one of [key].flat()) headers.append('idempotency-key', one)
    if (body) headers.set('content-type', 'application/json')
    const address = `${url}/api${path.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))}`
    const response = await fetch(address, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      replayed: response.headers.get('idempotency-replayed'),
      retryAfter: response.headers.get('retry-after'),
      etag: response.headers.get('etag'),
      json: (await response.json()) as Record<string, Record<string, unknown>> & ErrorBody,
    }
  }
  const rows = () => app.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
  const projectNames = async () =>
    (await owner.client.call(listProjects, {})).projects.map(({ name }) => name)

  test('a retry gets the first response, and creates nothing', async () => {
    const { id } = await seedEnvironment(owner)
    const call = { key: newKey(), params: { id }, body: { key: 'RETRIED', value: 'guess-me-7' } }
    const [first, second] = [await ask(createVariable, call), await ask(createVariable, call)]
    expect([first.status, first.replayed]).toEqual([201, null])
    expect(second).toEqual({ ...first, replayed: 'true' })
    expect(first.etag).not.toBeNull()
    const quoted = await ask(createVariable, { ...call, key: `"${call.key}"` })
    expect(quoted.replayed).toBe('true')
    // Without the key the same request creates again.
    const { key: _, ...again } = call
    expect((await ask(createVariable, { ...again, key: [] })).json.error).toBe('CONFLICT')
    const stored = JSON.stringify(await rows())
    for (const secret of ['guess-me-7', call.key]) expect(stored).not.toContain(secret)
  })

  test('rejects a key that was used with another request', async () => {
    const key = newKey()
    expect((await ask(createProject, { key, body: { name: 'One request' } })).status).toBe(201)
    const other = await ask(createProject, { key, body: { name: 'Another request' } })
    expect([other.status, other.json.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const one = await seedEnvironment(owner)
    const two = await seedEnvironment(owner)
    const call = { key: newKey(), body: { key: 'A', value: '1' } }
    expect((await ask(createVariable, { ...call, params: { id: one.id } })).status).toBe(201)
    expect((await ask(createVariable, { ...call, params: { id: two.id } })).status).toBe(422)
  })

  test('keys of different callers and endpoints are independent', async () => {
    const key = newKey()
    const body = { name: 'Of each caller' }
    const other = await addPerson(app)
    const { token } = await seedPersonalToken(owner)
    const ids = []
    for (const bearer of [owner.token, other.token, token])
      ids.push((await ask(createProject, { key, body, token: bearer })).json.project?.id)
    expect(new Set(ids).size).toBe(3)
    expect(ids).not.toContain(undefined)
    expect((await ask(createCliToken, { key })).status).toBe(201)
  })

  test('a secret is in the first response only: a retry gets its id, and the secret is stored nowhere', async () => {
    const { id: environmentId, projectId } = await seedEnvironment(owner)
    const calls: [Endpoint, Partial<SentRequest>, (json: Record<string, unknown> & ErrorBody) => unknown][] =
      [
        [
          createApiKey,
          {
            params: { id: projectId },
            body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
          },
          ({ api_key }) => ['api_key.id', (api_key as { id: string }).id],
        ],
        [createCliToken, {}, ({ id }) => ['id', id]],
        [
          inviteCollaborator,
          {
            params: { id: projectId },
            body: { email: 'link@example.com', role: 'read', environments: [environmentId] },
          },
          ({ invitation }) => ['invitation.id', String((invitation as { id: number }).id)],
        ],
        [renewRecoveryKey, { body: { masterPassword: owner.masterPassword } }, () => undefined],
      ]
    for (const [endpoint, input, idOf] of calls) {
      const call = { ...input, key: newKey() }
      const first = await ask(endpoint, call)
      expect(first.status, endpoint.name).toBe(successOf(endpoint))
      const second = await ask(endpoint, call)
      expect([second.status, second.json.error]).toEqual([409, 'ALREADY_CREATED'])
      expect(second.json.details?.flatMap(({ path, message }) => [path, message])).toEqual(idOf(first.json))
      const stored = (await rows()).map(({ answer }) => answer).join()
      for (const secret of JSON.stringify(first.json).match(
        /(?:pak|ppt|inv)_\w+|[0-9A-Z]{4}(?:-[0-9A-Z]{4})+/g,
      ) ?? [])
        expect(stored).not.toContain(secret)
      expect(stored).not.toMatch(/pak_\w{13}_|ppt_\w{13}_|inv_\w{13}_|recoveryKey/)
    }
  })

  test('of concurrent attempts on two nodes, one creates', async () => {
    const node = engine === 'postgres' ? await anotherNode(app) : { url: app.url, stop: async () => {} }
    const call = { key: newKey(), body: { name: 'Asked for by many' } }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(createProject, { ...call, url: i % 2 ? node.url : app.url })),
    )
    const later = await ask(createProject, { ...call, url: node.url })
    await node.stop()
    for (const { status, json, retryAfter } of answers)
      if (status !== 201) expect([json.error, retryAfter]).toEqual(['REQUEST_IN_PROGRESS', '1'])
    expect(answers.filter(({ status, replayed }) => status === 201 && !replayed)).toHaveLength(1)
    expect([later.status, later.replayed]).toEqual([201, 'true'])
    expect((await projectNames()).filter((name) => name === 'Asked for by many')).toHaveLength(1)
  })

  test('a rejected call leaves the key free for a retry', async () => {
    const { id } = await seedEnvironment(owner)
    const call = { key: newKey(), params: { id }, body: { key: 'LATER', value: '1' } }
    const wrong = await fetch(`${app.url}/api/env/environments/${id}/variables`, {
      method: 'POST',
      headers: {
        ...headersOf({ token: owner.token, masterPassword: 'wrong' }),
        'content-type': 'application/json',
        'idempotency-key': call.key,
      },
      body: JSON.stringify(call.body),
    })
    expect(wrong.status).toBe(403)
    expect(await ask(createVariable, call)).toMatchObject({ status: 201, replayed: null })
  })

  test('a key expires after a day', async () => {
    const call = { key: newKey(), body: { name: 'Every day' } }
    await ask(createProject, call)
    app.advance(24 * hour - 1_000)
    expect((await ask(createProject, call)).replayed).toBe('true')
    app.advance(2_000)
    expect(await ask(createProject, call)).toMatchObject({ status: 201, replayed: null })
    app.advance(25 * hour)
    const before = (await rows()).length
    expect(await sweepIdempotencyKeys(app.ctx)).toBe(before)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['short', ['0123456789abcde']],
    ['long', ['x'.repeat(129)]],
    ['empty', ['']],
    ['with a space', ['0123456789 abcdef']],
    ['half quoted', ['"0123456789abcdef']],
    ['sent twice', ['0123456789abcdef', '0123456789abcdef']],
  ])('rejects a key that is %s', async (_name, key) => {
    const { status, json } = await ask(createProject, { key, body: { name: 'Never' } })
    expect([status, json.details?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
    expect(errorBody.safeParse(json).success).toBe(true)
  })

  test('does not replay a response that was changed in the database', async () => {
    const call = { key: newKey(), body: { name: 'Mine' } satisfies InputOf<typeof createProject>['body'] }
    await ask(createProject, call)
    await app.ctx.db
      .updateTable('idempotency_keys')
      .set({ answer: '{"headers":{},"body":"{\\"project\\":{}}"}' })
      .execute()
    expect((await ask(createProject, call)).json.error).toBe('INTERNAL')
    expect(app.logged()).toContain('"table":"idempotency_keys"')
  })
})

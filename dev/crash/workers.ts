// The clients that write and read while the server is about to be killed. Each does one thing after another until the
// connection breaks, and records what was sent and what was answered.

import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { Answer, Client } from '@envhold/client/client.ts'
import { createApiKey, deleteApiKey } from '@envhold/contract/api-keys.ts'
import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { inject, readSchema } from '@envhold/contract/inject.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import {
  createPersonalToken,
  revokePersonalToken,
} from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import {
  createVariable,
  deleteVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import type { ExpectedSecrets, TestSecret } from './expected-secrets.ts'
import type { Answered, ExpectedState } from './expected-state.ts'
import type { Clients, Fixture } from './fixture.ts'
import type { SeededRandom } from './random.ts'

export interface Round {
  readonly fixture: Fixture
  readonly clients: Clients
  readonly expected: ExpectedState
  readonly secrets: ExpectedSecrets
}

/** One action of a client that repeats until the connection breaks. */
export type Worker = (round: Round, chances: SeededRandom) => Promise<void>

/** @returns how often it acted, and unexpected rejections */
export async function workUntilDisconnected(
  worker: Worker,
  stage: Round,
  chances: SeededRandom,
): Promise<{ acts: number; problems: string[] }> {
  for (let acts = 0; ; acts++) {
    try {
      await worker(stage, chances)
    } catch (error) {
      if (error instanceof UnreachableError && error.reason !== 'timeout') return { acts, problems: [] }
      return { acts, problems: [`An act failed: ${error instanceof Error ? error.message : String(error)}`] }
    }
  }
}

/** Makes a call, and expects its response to be recorded. */
async function callAndExpectRecord<E extends Endpoint>(
  ledger: ExpectedState,
  [table, client]: readonly [Answered['table'], Client],
  endpoint: E,
  input: InputOf<E>,
  ifNoneMatch?: string,
): Promise<Answer<OutputOf<E>>> {
  const answer = await client.ask(endpoint, input, ifNoneMatch === undefined ? {} : { ifNoneMatch })
  const requestId = answer.headers.get('x-request-id') ?? 'none'
  ledger.recorded({ table, requestId, what: endpoint.name })
  return answer
}

const valueAt = (chances: SeededRandom, alphabet: readonly string[]) =>
  Array.from({ length: chances.between(1, 60) }, () => chances.one(alphabet)).join('')
const anything = [...'abcXYZ019 \t\n"\'`$#=\\{}%é漢🔐']
const plain = [...'abcdefXYZ0123456789_-']

/** Adds, changes and deletes its own variables in the environment that many clients write. */
export const singleWriter =
  (name: string): Worker =>
  async ({ fixture: { crowded }, clients: { token }, expected }, chances) => {
    const key = `${name}_${chances.between(0, 7)}`
    const isThere = expected.held(crowded).has(key)
    const value = isThere && chances.onceIn(4) ? null : valueAt(chances, anything)
    const write = expected.sent(crowded, new Map([[key, value]]))
    const params = { id: crowded, key }
    const call = async () => {
      const on = ['activity', token] as const
      if (value === null) return callAndExpectRecord(expected, on, deleteVariable, { params })
      if (isThere) return callAndExpectRecord(expected, on, updateVariable, { params, body: { value } })
      return callAndExpectRecord(expected, on, createVariable, { params, body: { key, value } })
    }
    write.answered((await call()).output?.environment.version ?? 0)
  }

/** Imports some of its own variables at once, from `.env` text. */
export const importer: Worker = async ({ fixture: { crowded }, clients: { token }, expected }, chances) => {
  const keys = Array.from({ length: 20 }, (_, i) => `IMPORTED_${i}`)
  const batch = new Map(keys.map((key) => [key, valueAt(chances, plain)]))
  const dotenv = [...batch].map(([key, value]) => `${key}='${value}'`).join('\n')
  const write = expected.sent(crowded, batch)
  const input = { params: { id: crowded }, body: { dotenv, mode: 'merge' as const } }
  const { output } = await callAndExpectRecord(expected, ['activity', token], importVariables, input)
  write.answered(output?.environment.version ?? 0)
}

/** Replaces everything in the other environment, with session and master password. */
export const replacer: Worker = async (
  { fixture: { replaced }, clients: { session }, expected },
  chances,
) => {
  const keys = Array.from({ length: 40 }, (_, i) => `REPLACED_${i}`)
  const batch = new Map(keys.map((key) => [key, chances.onceIn(4) ? null : valueAt(chances, anything)]))
  const variables = Object.fromEntries(
    [...batch].filter((entry): entry is [string, string] => entry[1] !== null),
  )
  const write = expected.sent(replaced, batch)
  const input = { params: { id: replaced }, body: { variables, mode: 'replace' as const } }
  const { output } = await callAndExpectRecord(expected, ['activity', session], writeVariables, input)
  write.answered(output?.environment.version ?? 0)
}

const maxSecrets = 6

/** Creates API keys and personal tokens, and revokes them again. */
export const secretRotator: Worker = async (
  { fixture: { projectId }, clients: { session }, expected, secrets },
  chances,
) => {
  const live = secrets.live()
  if (live.length < maxSecrets && (live.length < 2 || chances.onceIn(2))) {
    secrets.created(await makeSecret(session, projectId, chances))
    return
  }
  const secret = chances.one(live)
  const revocation = secrets.revoking(secret)
  const on = ['activity', session] as const
  if (secret.kind === 'personal-token')
    await callAndExpectRecord(expected, on, revokePersonalToken, { params: { id: secret.id } })
  else await callAndExpectRecord(expected, on, deleteApiKey, { params: { id: projectId, keyId: secret.id } })
  revocation.answered()
}

async function makeSecret(session: Client, projectId: number, chances: SeededRandom): Promise<TestSecret> {
  const name = `made ${chances.between(0, 1e9)}`
  if (chances.onceIn(2)) {
    const body = { name, permissions: ['read_variables' as const] }
    const { token } = await session.call(createPersonalToken, { body })
    return { kind: 'personal-token', id: token.id, text: token.token }
  }
  const input = { params: { id: projectId }, body: { name, permissions: [...requiredApiKeyPermissions] } }
  const { api_key } = await session.call(createApiKey, input)
  return { kind: 'api-key', id: api_key.id, text: api_key.api_key }
}

/** Reads variables by token, sometimes with If-None-Match. */
export const reader: Worker = async ({ fixture, clients: { token }, expected }, chances) => {
  const id = chances.one([fixture.crowded, fixture.replaced])
  const input = { params: { id } }
  const { output, headers } = await callAndExpectRecord(expected, ['activity', token], readVariables, input)
  if (output) expected.seen(id, output.version)
  const etag = headers.get('etag')
  if (etag && chances.onceIn(3))
    await callAndExpectRecord(expected, ['activity', token], readVariables, input, etag)
}

/** Fetches environments and their names by API key. */
export const injector: Worker = async ({ fixture, clients, expected }, chances) => {
  const on = ['usage', clients.withApiKey(fixture.apiKey)] as const
  const params = { projectId: fixture.projectId, environment: chances.one(['crowded', 'replaced']) }
  if (chances.onceIn(4)) {
    await callAndExpectRecord(expected, on, readSchema, { params })
    return
  }
  const format = chances.one(['json', 'yaml'] as const)
  const { headers } = await callAndExpectRecord(expected, on, inject, { params, query: { format } })
  const etag = headers.get('etag')
  if (etag && chances.onceIn(3))
    await callAndExpectRecord(expected, on, inject, { params, query: { format } }, etag)
}

/** Uses a key from an IP address that is not allowed: rejected, and still recorded. */
export async function expectRecordedRejection({ fixture, clients, expected }: Round): Promise<void> {
  const params = { projectId: fixture.projectId, environment: 'crowded' }
  try {
    await clients.withApiKey(fixture.keyOfAnotherIp).call(inject, { params })
  } catch (error) {
    if (!(error instanceof ApiError)) return
    // Beyond the limit of attempts nothing new is recorded.
    if (error.code !== 'RATE_LIMITED')
      expected.recorded({ table: 'usage', requestId: error.requestId, what: 'refused inject' })
  }
}

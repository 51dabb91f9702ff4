// Those who write and read while the server is about to die. Each does one thing after another until the connection
// breaks, and tells the ledgers what was sent and what was answered.

import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { Answer, Client } from '@envhold/client/client.ts'
import { createApiKey, deleteApiKey } from '@envhold/contract/api-keys.ts'
import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { inject, readSchema } from '@envhold/contract/inject.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken, revokePersonalToken } from '@envhold/contract/personal-tokens.ts'
import {
  createVariable,
  deleteVariable,
  importVariables,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables.ts'
import type { Answered, Ledger } from './expected-state.ts'
import type { Doors, Scene } from './fixture.ts'
import type { Chances } from './random.ts'
import type { MadeSecret, SecretsLedger } from './secrets-ledger.ts'

export interface Stage {
  readonly scene: Scene
  readonly doors: Doors
  readonly ledger: Ledger
  readonly secrets: SecretsLedger
}

/** One act of somebody who goes on until the connection breaks. */
export type Hand = (stage: Stage, chances: Chances) => Promise<void>

/** @returns how often it acted, and what was refused though it should not have been */
export async function actUntilDeath(
  hand: Hand,
  stage: Stage,
  chances: Chances,
): Promise<{ acts: number; problems: string[] }> {
  for (let acts = 0; ; acts++) {
    try {
      await hand(stage, chances)
    } catch (error) {
      if (error instanceof UnreachableError && error.reason !== 'timeout') return { acts, problems: [] }
      return { acts, problems: [`An act failed: ${error instanceof Error ? error.message : String(error)}`] }
    }
  }
}

/** Asks, and notes the answer as one that must be on record. */
async function askOnRecord<E extends Endpoint>(
  ledger: Ledger,
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

const valueAt = (chances: Chances, alphabet: readonly string[]) =>
  Array.from({ length: chances.between(1, 60) }, () => chances.one(alphabet)).join('')
const anything = [...'abcXYZ019 \t\n"\'`$#=\\{}%é漢🔐']
const plain = [...'abcdefXYZ0123456789_-']

/** Adds, changes and deletes variables of its own in the environment that everybody writes. */
export const singleWriter =
  (name: string): Hand =>
  async ({ scene: { crowded }, doors: { token }, ledger }, chances) => {
    const key = `${name}_${chances.between(0, 7)}`
    const isThere = ledger.held(crowded).has(key)
    const value = isThere && chances.onceIn(4) ? null : valueAt(chances, anything)
    const write = ledger.sent(crowded, new Map([[key, value]]))
    const params = { id: crowded, key }
    const call = async () => {
      const on = ['activity', token] as const
      if (value === null) return askOnRecord(ledger, on, deleteVariable, { params })
      if (isThere) return askOnRecord(ledger, on, updateVariable, { params, body: { value } })
      return askOnRecord(ledger, on, createVariable, { params, body: { key, value } })
    }
    write.answered((await call()).output?.environment.version ?? 0)
  }

/** Imports a few variables of its own at once, from `.env` text. */
export const importer: Hand = async ({ scene: { crowded }, doors: { token }, ledger }, chances) => {
  const keys = Array.from({ length: 20 }, (_, i) => `IMPORTED_${i}`)
  const batch = new Map(keys.map((key) => [key, valueAt(chances, plain)]))
  const dotenv = [...batch].map(([key, value]) => `${key}='${value}'`).join('\n')
  const write = ledger.sent(crowded, batch)
  const input = { params: { id: crowded }, body: { dotenv, mode: 'merge' as const } }
  const { output } = await askOnRecord(ledger, ['activity', token], importVariables, input)
  write.answered(output?.environment.version ?? 0)
}

/** Replaces all that is in the other environment, through the browser's way in. */
export const replacer: Hand = async ({ scene: { replaced }, doors: { session }, ledger }, chances) => {
  const keys = Array.from({ length: 40 }, (_, i) => `REPLACED_${i}`)
  const batch = new Map(keys.map((key) => [key, chances.onceIn(4) ? null : valueAt(chances, anything)]))
  const variables = Object.fromEntries(
    [...batch].filter((entry): entry is [string, string] => entry[1] !== null),
  )
  const write = ledger.sent(replaced, batch)
  const input = { params: { id: replaced }, body: { variables, mode: 'replace' as const } }
  const { output } = await askOnRecord(ledger, ['activity', session], writeVariables, input)
  write.answered(output?.environment.version ?? 0)
}

const mostSecrets = 6

/** Makes API keys and personal tokens, and revokes them again. */
export const locksmith: Hand = async (
  { scene: { projectId }, doors: { session }, ledger, secrets },
  chances,
) => {
  const live = secrets.live()
  if (live.length < mostSecrets && (live.length < 2 || chances.onceIn(2))) {
    secrets.made(await makeSecret(session, projectId, chances))
    return
  }
  const secret = chances.one(live)
  const revocation = secrets.revoking(secret)
  const on = ['activity', session] as const
  if (secret.kind === 'personal-token')
    await askOnRecord(ledger, on, revokePersonalToken, { params: { id: secret.id } })
  else await askOnRecord(ledger, on, deleteApiKey, { params: { id: projectId, keyId: secret.id } })
  revocation.answered()
}

async function makeSecret(session: Client, projectId: number, chances: Chances): Promise<MadeSecret> {
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

/** Reads variables by token, sometimes asking only whether anything is new. */
export const reader: Hand = async ({ scene, doors: { token }, ledger }, chances) => {
  const id = chances.one([scene.crowded, scene.replaced])
  const input = { params: { id } }
  const { output, headers } = await askOnRecord(ledger, ['activity', token], readVariables, input)
  if (output) ledger.seen(id, output.version)
  const etag = headers.get('etag')
  if (etag && chances.onceIn(3)) await askOnRecord(ledger, ['activity', token], readVariables, input, etag)
}

/** Fetches environments and their names by API key. */
export const injector: Hand = async ({ scene, doors, ledger }, chances) => {
  const on = ['usage', doors.withApiKey(scene.apiKey)] as const
  const params = { projectId: scene.projectId, environment: chances.one(['crowded', 'replaced']) }
  if (chances.onceIn(4)) {
    await askOnRecord(ledger, on, readSchema, { params })
    return
  }
  const format = chances.one(['json', 'yaml'] as const)
  const { headers } = await askOnRecord(ledger, on, inject, { params, query: { format } })
  const etag = headers.get('etag')
  if (etag && chances.onceIn(3)) await askOnRecord(ledger, on, inject, { params, query: { format } }, etag)
}

/** Tries a key from an address it was not given for: refused, and on record all the same. */
export async function refusedOnRecord({ scene, doors, ledger }: Stage): Promise<void> {
  const params = { projectId: scene.projectId, environment: 'crowded' }
  try {
    await doors.withApiKey(scene.keyFromElsewhere).call(inject, { params })
  } catch (error) {
    if (!(error instanceof ApiError)) return
    // Beyond the limit of attempts there is nothing new to write down.
    if (error.code !== 'RATE_LIMITED')
      ledger.recorded({ table: 'usage', requestId: error.requestId, what: 'refused inject' })
  }
}

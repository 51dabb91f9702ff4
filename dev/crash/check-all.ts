import { ApiError } from '@envhold/client/api-error.ts'
import { deleteApiKey, listApiKeys } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { listPersonalTokens, revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { listVariableNames, readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import type { TestSecret } from './expected-secrets.ts'
import type { Answered } from './expected-state.ts'
import type { StoredRows } from './stored-rows.ts'
import type { Round } from './workers.ts'

/** Every variable, exactly, its stored names, and no version lower than one that was answered. */
export async function checkVariables({ fixture, clients, expected }: Round): Promise<string[]> {
  const problems: string[] = []
  for (const id of [fixture.crowded, fixture.replaced]) {
    const { variables, version } = await clients.session.call(readVariables, { params: { id } })
    problems.push(...expected.reconcile(id, new Map(Object.entries(variables)), version))
    const stored = await clients.session.call(listVariableNames, { params: { id } })
    const names = Object.keys(variables).sort()
    if (stored.version !== version || JSON.stringify(stored.names) !== JSON.stringify(names))
      problems.push(`environment ${id}: at version ${version}, and the stored names do not match it`)
    const { versions } = await clients.session.call(listVersions, { params: { id }, query: { limit: 1 } })
    const newest = versions[0]?.version ?? 0
    if (newest !== version)
      problems.push(`environment ${id}: at version ${version}, and the newest of its history is ${newest}`)
  }
  return problems
}

/** Created keys and tokens work, revoked ones do not. */
export async function checkSecrets(stage: Round): Promise<string[]> {
  const problems: string[] = []
  for (const { secret, state } of stage.secrets.all()) {
    const works = await opens(stage, secret)
    if (state === 'live' && !works) problems.push(`A ${secret.kind} that was made does not work`)
    if (state === 'gone' && works) problems.push(`A ${secret.kind} that was revoked still works`)
    stage.secrets.reconcile(secret, works)
  }
  return problems
}

async function opens({ fixture, clients }: Round, { kind, text }: TestSecret): Promise<boolean> {
  try {
    if (kind === 'personal-token')
      await clients.withToken(text).call(readVariables, { params: { id: fixture.crowded } })
    else
      await clients.withApiKey(text).call(inject, {
        params: { projectId: fixture.projectId, environment: 'crowded' },
        query: { format: 'json' },
      })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return false
    throw error
  }
}

/** Removes those whose creation was never answered: their text is unknown, and they would pile up. */
export async function removeUnknownSecrets({ fixture, clients: { session }, secrets }: Round): Promise<void> {
  const known = new Set(secrets.all().map(({ secret }) => secret.id))
  const isUnknown = (name: string, id: string) => name.startsWith('made ') && !known.has(id)
  const { tokens } = await session.call(listPersonalTokens, {})
  for (const { id, token_name } of tokens)
    if (isUnknown(token_name, id)) await session.call(revokePersonalToken, { params: { id } })
  const { api_keys } = await session.call(listApiKeys, { params: { id: fixture.projectId } })
  for (const { id, key_name } of api_keys)
    if (isUnknown(key_name, id))
      await session.call(deleteApiKey, { params: { id: fixture.projectId, keyId: id } })
}

/** What was answered is recorded. */
export async function checkRecords(answers: readonly Answered[], rows: StoredRows): Promise<string[]> {
  const stored = { activity: await rows.newRequestIds('activity'), usage: await rows.newRequestIds('usage') }
  const missing = answers.filter(({ table, requestId }) => !stored[table].has(requestId))
  const damage = await rows.damage()
  return [
    ...missing.map(({ table, what }) => `${what} was answered and left no row in ${table}`),
    ...(damage ? [`The database is damaged: ${damage}`] : []),
  ]
}

// A day's work with a thousand unguessable values, and with mistakes: any leak leaks one of them.

import { randomBytes } from 'node:crypto'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject, injectByName, readOwnApiKey, readSchema } from '@envhold/contract/inject.ts'
import {
  changeMasterPassword,
  recoverMasterPassword,
  rekeyEnvironments,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { downloadEnvironment, importVariables } from '@envhold/contract/variables/dotenv.ts'
import { findSameValues, findVariables } from '@envhold/contract/variables/find.ts'
import {
  compareEnvironments,
  createVariable,
  listVariableNames,
  readVariables,
  readVariablesByName,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { formats } from '@envhold/formats/dialect.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { newRecoveryKey } from '@envhold/vault/recovery-key.ts'
import { addPasskey, letPasskeyUnlock } from './add-passkey.ts'
import { addPerson } from './add-person.ts'
import { headersOf, type TestApp } from './app-for-tests.ts'
import { seedApiKey, seedPersonalToken } from './seed-project.ts'
import type { Person } from './sign-up.ts'
import { signUpWithTotp, ticketOf } from './with-totp.ts'

export interface Canaries {
  readonly owner: Person
  /** As it is at the end of the day. */
  readonly masterPassword: string
  readonly recoveryKey: string
  /** Of an active API key that can read every environment. */
  readonly apiKey: string
  /** Values that some version of some environment contains. */
  readonly kept: readonly string[]
  /** Values that were rejected and never stored. */
  readonly refused: readonly string[]
  /** Passwords, tokens, keys: everything that authenticates. */
  readonly credentials: readonly string[]
  /** Names of variables, which are stored unencrypted: a search must find them, or it finds nothing at all. */
  readonly names: readonly string[]
}

const environments = 10
const perEnvironment = 90

const random = () => randomBytes(15).toString('base64url').replaceAll('-', 'A').replaceAll('_', 'B')
const name = () => `NAME_${randomBytes(9).toString('hex').toUpperCase()}`
/** A token's id is stored; its secret never is. */
const secretOf = (token: string) => token.split('_')[2]?.slice(0, 43) ?? ''
const mistake = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('A mistake was accepted')
    },
    () => {},
  )

export async function seedCanaries(app: TestApp): Promise<Canaries> {
  const kept: string[] = []
  const refused: string[] = []
  const names: string[] = []
  const keep = () => kept[kept.push(random()) - 1] ?? ''
  const refuse = () => refused[refused.push(random()) - 1] ?? ''
  const named = () => names[names.push(name()) - 1] ?? ''

  const firstMaster = `${random()} ✓ ä`
  const owner = await addPerson(app, { password: random(), masterPassword: firstMaster })
  const { client } = owner
  const credentials = [owner.password, firstMaster, secretOf(owner.token), owner.recoveryKey ?? '']

  const careful = await signUpWithTotp(app)
  credentials.push(careful.secret, ...careful.recoveryCodes, secretOf(await ticketOf(app, careful)))

  const { project } = await client.call(createProject, { body: { name: 'Canaries' } })
  const projectId = project.id
  const token = await seedPersonalToken(owner)
  const key = await seedApiKey(owner, projectId)
  const gone = await seedApiKey(owner, projectId)
  credentials.push(...[token.token, key.apiKey, gone.apiKey].map(secretOf))

  const ids: number[] = []
  for (let n = 0; n < environments; n++) {
    const body = { name: `environment-${n}` }
    const { environment } = await client.call(createEnvironment, { params: { projectId }, body })
    ids.push(environment.id)
    const lines = Array.from({ length: perEnvironment }, () => [named(), keep()] as const)
    const params = { id: environment.id }
    if (n % 2)
      await client.call(writeVariables, {
        params,
        body: { variables: Object.fromEntries(lines), mode: 'merge' },
      })
    else {
      const dotenv = lines.map(([name, value]) => `${name}='${value}'`).join('\n')
      await client.call(importVariables, { params, body: { dotenv, mode: 'merge', dryRun: true } })
      await client.call(importVariables, { params, body: { dotenv, mode: 'merge' } })
    }
    for (let m = 0; m < 5; m++) {
      const key = named()
      await client.call(createVariable, { params, body: { key, value: keep() } })
      await client.call(updateVariable, { params: { ...params, key }, body: { value: keep() } })
    }
  }
  const [first, second] = ids as [number, number]

  // Reading, in every possible way.
  const byToken = app.as({ token: token.token })
  for (const id of ids) {
    const params = { id }
    await client.call(readVariables, { params })
    await byToken.call(readVariables, { params })
    await byToken.call(readVariablesByName, { query: { project: 'Canaries', environment_id: id } })
    await app.as(key).call(injectByName, { query: { environment: String(id) } })
    await client.call(downloadEnvironment, { params, query: {} })
    for (const format of formats)
      await app.as(key).call(inject, { params: { projectId, environment: String(id) }, query: { format } })
  }
  await app.as(key).call(readSchema, { params: { projectId, environment: String(first) } })
  await app.as(key).call(readOwnApiKey, {})
  await client.call(listVariableNames, { params: { id: first } })
  await client.call(listVersions, { params: { id: first } })
  await client.call(readVersion, { params: { id: first, version: 1 } })
  await client.call(restoreVersion, { params: { id: first, version: 1 } })
  await client.call(compareEnvironments, { params: { projectId }, query: { left: first, right: second } })
  await client.call(findVariables, {
    body: { name: `*${kept[0] ?? ''}*`.replaceAll(/[^\w*]/g, '').slice(0, 200) },
  })
  await client.call(findSameValues, { body: { value: kept[1] ?? '' } })
  await client.call(findSameValues, { body: { environment_id: ids.at(-1) ?? 0, keys: [names.at(-1) ?? ''] } })

  // Mistakes: what is rejected must not leak either.
  const params = { id: first }
  const tooLong = () => refuse() + 'x'.repeat(64 * 1_024)
  await mistake(
    client.call(importVariables, { params, body: { dotenv: `not a line ${refuse()}`, mode: 'merge' } }),
  )
  await mistake(
    client.call(importVariables, { params, body: { dotenv: `OPEN="${refuse()}`, mode: 'merge' } }),
  )
  await mistake(client.call(createVariable, { params, body: { key: 'no-name', value: refuse() } }))
  await mistake(client.call(createVariable, { params, body: { key: named(), value: tooLong() } }))
  await mistake(client.call(createVariable, { params, body: { key: named(), value: `${refuse()}\0` } }))
  await mistake(
    client.call(updateVariable, { params: { id: first, key: name() }, body: { value: refuse() } }),
  )
  const headers = headersOf({ token: owner.token, masterPassword: firstMaster })
  for (const body of [`{"key":"A","value":"${refuse()}"`, `"${refuse()}"`, refuse()])
    await app.fetch(`/api/env/environments/${first}/variables`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  const wrong = [random(), random(), random()] as const
  await mistake(client.call(login, { body: { email: owner.email, password: wrong[0] } }))
  await client.call(validateMasterPassword, { body: { masterPassword: wrong[1] } })
  await app.fetch(`/api/env/environments/${first}/variables?masterPassword=${wrong[2]}`, {
    headers: headersOf({ token: owner.token }),
  })
  const strangers = [newToken('ses').text, newToken('ppt').text, newToken('pak').text] as const
  await mistake(app.as({ token: strangers[0] }).call(readVariables, { params }))
  await mistake(app.as({ token: strangers[1] }).call(readVariables, { params }))
  await mistake(
    app.as({ apiKey: strangers[2] }).call(inject, { params: { projectId, environment: 'x' }, query: {} }),
  )
  await app.fetch(`/api/v1/inject/${projectId}/x?key=${strangers[2]}`)
  const badRecovery = newRecoveryKey()
  await mistake(
    client.call(recoverMasterPassword, { body: { recoveryKey: badRecovery, newMasterPassword: random() } }),
  )
  credentials.push(...wrong, ...strangers.map(secretOf), badRecovery)

  // An internal error, which is logged with its stack.
  const row = await app.ctx.db
    .selectFrom('environment_versions')
    .select(['version', 'sealed'])
    .where('environment_id', '=', second)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const change = (sealed: Uint8Array) =>
    app.ctx.db
      .updateTable('environment_versions')
      .set({ sealed })
      .where('environment_id', '=', second)
      .where('version', '=', row.version)
      .execute()
  await change(Buffer.alloc(row.sealed.length, 1))
  await mistake(client.call(readVariables, { params: { id: second } }))
  await change(row.sealed)

  // A collaborator loses access, a master password leaks, another is forgotten.
  await client.call(deleteApiKey, { params: { id: projectId, keyId: gone.id } })
  await client.call(createVariable, { params, body: { key: named(), value: keep() } })
  const secondMaster = random()
  const changed = await client.call(changeMasterPassword, {
    body: { currentMasterPassword: firstMaster, newMasterPassword: secondMaster, leaked: true },
  })
  const masterPassword = random()
  const recovered = await client.call(recoverMasterPassword, {
    body: { recoveryKey: changed.recoveryKey ?? '', newMasterPassword: masterPassword },
  })
  // A passkey opens another vault, and one that was told another secret does not.
  const holder = await addPerson(app, { masterPassword: random() })
  const own = await addPasskey(app, holder)
  const passkeyUnlock = await letPasskeyUnlock(own)
  await app.as({ token: own.token, passkeyUnlock }).call(rekeyEnvironments, {})
  const refusedUnlock = `${own.authenticator.id}.${randomBytes(32).toString('base64url')}`
  await mistake(app.as({ token: own.token, passkeyUnlock: refusedUnlock }).call(rekeyEnvironments, {}))
  for (const header of [passkeyUnlock, refusedUnlock]) credentials.push(header.slice(-43))
  credentials.push(holder.masterPassword ?? '', secretOf(own.token))
  credentials.push(secondMaster, changed.recoveryKey ?? '', masterPassword, recovered.recoveryKey)
  return {
    owner,
    masterPassword,
    recoveryKey: recovered.recoveryKey,
    apiKey: key.apiKey,
    kept,
    refused,
    credentials,
    names,
  }
}

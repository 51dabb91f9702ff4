// What an attacker can do with the whole database, the server's own secret and the documented formats: nothing. With
// the master password, the recovery key or an API key as well, exactly what its owner could read.

import { login } from '@envhold/contract/accounts/accounts.ts'
import type { Principal } from '@envhold/integrity/context.ts'
import { type EnvironmentKey, importKey, type KeyPairSeed } from '@envhold/integrity/key.ts'
import {
  newServerSecret,
  parseServerSecrets,
  type ServerSecrets,
  serverSecrets,
} from '@envhold/integrity/server-secret.ts'
import { parseToken, tokenSeed } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { openEnvironment, openPreviousKey } from '@envhold/vault/environment.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { type KeyPair, keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { openPasskeyKey, type PasskeyUnlockKey } from '@envhold/vault/passkey-key.ts'
import { openWithRecoveryKey, parseRecoveryKey } from '@envhold/vault/recovery-key.ts'
import { openUserKey } from '@envhold/vault/user-key.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPasskey, letPasskeyUnlock, siteOf } from '../../../dev/world/add-passkey.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { type Cell, type Dump, dumpTables } from '../../../dev/world/dump-database.ts'
import { openIfPossible } from '../../../dev/world/open-if-possible.ts'
import { type Canaries, seedCanaries } from '../../../dev/world/seed-canaries.ts'
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../../../dev/world/software-authenticator.ts'
import { withApp } from '../../../dev/world/with-app.ts'

type Row = Readonly<Record<string, Cell>>
const number = (row: Row, name: string) => Number(row[name])
const bytes = (row: Row, name: string) => {
  const cell = row[name]
  if (!(cell instanceof Uint8Array)) throw new Error(`${name} holds no bytes`)
  return cell
}
const tableOf = (dump: Dump, name: string): readonly Row[] => {
  const rows = dump.get(name)
  if (!rows?.length) throw new Error(`The dump has no ${name}`)
  return rows
}

const at = (dump: Dump, environment: number, epoch: number) => {
  const row = tableOf(dump, 'environments').find((row) => number(row, 'id') === environment)
  return { project: number(row ?? {}, 'project_id'), environment, epoch }
}

/** The values of every version that this environment key, or earlier ones, open. */
function valuesUnder(dump: Dump, environment: number, epoch: number, dek: EnvironmentKey): string[] {
  const versions = tableOf(dump, 'environment_versions').filter(
    (row) => number(row, 'environment_id') === environment && number(row, 'epoch') === epoch,
  )
  const opened = versions.flatMap((row) => {
    const place = { ...at(dump, environment, epoch), version: number(row, 'version') }
    const variables = openIfPossible(() => openEnvironment(dek, place, bytes(row, 'sealed')))
    return Array.from(variables?.values() ?? [], ({ value }) => value)
  })
  const epochRow = tableOf(dump, 'environment_epochs').find(
    (row) => number(row, 'environment_id') === environment && number(row, 'epoch') === epoch,
  )
  const sealed = epochRow?.previous_key
  const previous =
    sealed instanceof Uint8Array
      ? openIfPossible(() => openPreviousKey(dek, at(dump, environment, epoch), sealed))
      : undefined
  return previous ? [...opened, ...valuesUnder(dump, environment, epoch - 1, previous)] : opened
}

/** Every value that a principal's key pair leads to. */
function valuesFor(dump: Dump, principal: Principal, keyPair: KeyPair): Set<string> {
  const values = tableOf(dump, 'grants').flatMap((grant) => {
    const environment = number(grant, 'environment_id')
    const epoch = number(grant, 'epoch')
    const epochRow = tableOf(dump, 'environment_epochs').find(
      (row) => number(row, 'environment_id') === environment && number(row, 'epoch') === epoch,
    )
    const place = { ...at(dump, environment, epoch), keyId: bytes(epochRow ?? {}, 'key_id') }
    const dek = openIfPossible(() => openGrant(keyPair, place, principal, bytes(grant, 'sealed')))
    return dek ? valuesUnder(dump, environment, epoch, dek) : []
  })
  return new Set(values)
}

/** Every value that a master password, or a guess of one, leads to. */
async function valuesByPassword(
  dump: Dump,
  serverSecrets: ServerSecrets,
  masterPassword: string,
): Promise<Set<string>> {
  const values = new Set<string>()
  for (const row of tableOf(dump, 'user_keys')) {
    const user = number(row, 'user_id')
    const seed = await openUserKey({
      user,
      keyVersion: number(row, 'key_version'),
      publicKey: bytes(row, 'public_key'),
      serverSecrets,
      blob: bytes(row, 'sealed'),
      masterPassword,
    }).catch((error) => {
      if (error instanceof VaultError) return undefined
      throw error
    })
    if (!seed) continue
    for (const value of valuesFor(dump, { kind: 'user', id: user }, keyPairFromSeed(seed))) values.add(value)
  }
  return values
}

/** Every value that a passkey leads to, with what its authenticator computes for the stored salt. */
function valuesByPasskey(
  dump: Dump,
  serverSecrets: ServerSecrets,
  authenticator: SoftwareAuthenticator,
): Set<string> {
  const row = tableOf(dump, 'passkey_unlocks').find((row) => row.passkey_id === authenticator.id) ?? {}
  const passkey = tableOf(dump, 'passkeys').find((row) => row.id === authenticator.id) ?? {}
  const user = number(row, 'user_id')
  const key = tableOf(dump, 'user_keys').find((row) => number(row, 'user_id') === user) ?? {}
  const salt = Buffer.from(bytes(passkey, 'prf_salt')).toString('base64url')
  const unlock = Buffer.from(authenticator.unlockFor(salt), 'base64url')
  const seed = openIfPossible(() =>
    openPasskeyKey({
      user,
      keyVersion: number(row, 'key_version'),
      publicKey: bytes(key, 'public_key'),
      credentialId: Buffer.from(authenticator.id, 'base64url'),
      serverSecrets,
      blob: bytes(row, 'sealed'),
      unlock: importKey<PasskeyUnlockKey>(Uint8Array.from(unlock)),
    }),
  )
  return seed ? valuesFor(dump, { kind: 'user', id: user }, keyPairFromSeed(seed)) : new Set()
}

/** Every sequence of 32 bytes in the dump that could be a key, stored by mistake. */
function couldBeKeys(dump: Dump): Buffer[] {
  const cells = [...dump.values()].flat().flatMap((row) => Object.values(row))
  const exact = cells.flatMap((cell) => (cell instanceof Uint8Array && cell.length === 32 ? [cell] : []))
  const ends = cells.flatMap((cell) =>
    cell instanceof Uint8Array && cell.length > 32 && cell.length <= 256
      ? [cell.subarray(0, 32), cell.subarray(1, 33), cell.subarray(-32)]
      : [],
  )
  const texts = cells.flatMap((cell) => (typeof cell === 'string' ? [cell] : []))
  const written = texts.flatMap((text) => [
    ...(text.match(/[0-9a-f]{64}/gi) ?? []).map((hex) => Buffer.from(hex, 'hex')),
    ...(text.match(/[\w+/-]{43}/g) ?? []).map((base64) => Buffer.from(base64, 'base64')),
  ])
  return [...new Set([...exact, ...ends, ...written].map((bytes) => Buffer.from(bytes).toString('hex')))].map(
    (hex) => Buffer.from(hex, 'hex'),
  )
}

/** Whether this is the key of any epoch of any environment. */
function opens(dump: Dump, dek: EnvironmentKey): boolean {
  const onePerEpoch = new Map(
    tableOf(dump, 'environment_versions').map((row) => [`${row.environment_id}/${row.epoch}`, row]),
  )
  return [...onePerEpoch.values()].some((row) => {
    const place = at(dump, number(row, 'environment_id'), number(row, 'epoch'))
    const version = number(row, 'version')
    return (
      openIfPossible(() => openEnvironment(dek, { ...place, version }, bytes(row, 'sealed'))) !== undefined
    )
  })
}

forEachEngine((engine) => {
  const app = withApp(engine)
  let seeded: Canaries
  let dump: Dump
  let authenticator: SoftwareAuthenticator
  beforeAll(async () => {
    seeded = await seedCanaries(app)
    const { owner, masterPassword } = seeded
    const { token } = await app.as().call(login, { body: { email: owner.email, password: owner.password } })
    const withPasskey = await addPasskey(app, { ...owner, masterPassword, client: app.as({ token }) })
    await letPasskeyUnlock(withPasskey)
    authenticator = withPasskey.authenticator
    dump = await dumpTables(app)
  })

  const missing = (values: ReadonlySet<string>) => seeded.kept.filter((value) => !values.has(value))

  test('the database and the server’s secret open nothing', async () => {
    const { email, username } = seeded.owner
    const stored = app.ctx.config.serverSecret?.reveal() ?? ''
    for (const guess of [email, username, 'password', stored, ' '])
      expect([...(await valuesByPassword(dump, app.ctx.secrets, guess))]).toEqual([])
    const keys = couldBeKeys(dump)
    expect(keys.length).toBeGreaterThan(100)
    for (const key of keys) expect(opens(dump, importKey<EnvironmentKey>(Buffer.from(key)))).toBe(false)
    const [user] = tableOf(dump, 'user_keys')
    const principal = { kind: 'user', id: number(user ?? {}, 'user_id') } as const
    for (const key of keys.slice(0, 300)) {
      const keyPair = keyPairFromSeed(importKey<KeyPairSeed>(Buffer.from(key)))
      expect([...valuesFor(dump, principal, keyPair)]).toEqual([])
    }
  })

  test('with the master password as well, every value of every version', async () => {
    const values = await valuesByPassword(dump, app.ctx.secrets, seeded.masterPassword)
    expect(missing(values)).toEqual([])
    for (const value of seeded.refused) expect(values.has(value)).toBe(false)
  })

  test('the master password without the server’s secret opens nothing', async () => {
    const other = serverSecrets(parseServerSecrets(newServerSecret()))
    expect([...(await valuesByPassword(dump, other, seeded.masterPassword))]).toEqual([])
  })

  test('with a passkey that opens the vault as well, every value; another passkey or secret opens nothing', () => {
    expect(missing(valuesByPasskey(dump, app.ctx.secrets, authenticator))).toEqual([])
    const other = { ...softwareAuthenticator(siteOf(app)), id: authenticator.id }
    expect([...valuesByPasskey(dump, app.ctx.secrets, other)]).toEqual([])
    const stranger = serverSecrets(parseServerSecrets(newServerSecret()))
    expect([...valuesByPasskey(dump, stranger, authenticator)]).toEqual([])
  })

  test('the recovery key needs neither', () => {
    const [row] = tableOf(dump, 'user_keys')
    if (!row) throw new Error('Nobody has a key')
    const user = number(row, 'user_id')
    const where = { user, keyVersion: number(row, 'key_version'), publicKey: bytes(row, 'public_key') }
    const seed = openWithRecoveryKey(
      where,
      parseRecoveryKey(seeded.recoveryKey),
      bytes(row, 'sealed_recovery'),
    )
    expect(missing(valuesFor(dump, { kind: 'user', id: user }, keyPairFromSeed(seed)))).toEqual([])
  })

  test('an API key opens what it was granted', () => {
    const token = parseToken(seeded.apiKey, 'pak')
    const keyPair = keyPairFromSeed(tokenSeed(token))
    expect(missing(valuesFor(dump, { kind: 'api-key', id: token.id }, keyPair))).toEqual([])
  })
})

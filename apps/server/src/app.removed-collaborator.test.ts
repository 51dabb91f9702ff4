// A former collaborator who kept everything: the private key, the secrets of tokens and links, every environment key
// that could ever be opened. With a full copy of the database and of the server's own secret, taken after access
// ended, none of it opens what is written afterwards.

import {
  cancelInvitation,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { acceptProjectTransfer, offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Principal } from '@envhold/integrity/context.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { parseToken, tokenSeed } from '@envhold/integrity/token.ts'
import { openEnvironment, openPreviousKey } from '@envhold/vault/environment.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { type KeyPair, keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { openUserKey } from '@envhold/vault/user-key.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine, type TestApp } from '../../../dev/world/app-for-tests.ts'
import { type Cell, type Dump, dumpTables } from '../../../dev/world/dump-database.ts'
import { openIfPossible } from '../../../dev/world/open-if-possible.ts'
import { seedPersonalToken, seedProject, variablesOf } from '../../../dev/world/seed-project.ts'
import {
  accept,
  type Invited,
  invite,
  markEmailVerified,
  shareProject,
} from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'

type Row = Readonly<Record<string, Cell>>
const rowsOf = (dump: Dump, name: string): readonly Row[] => dump.get(name) ?? []
const number = (row: Row, name: string) => Number(row[name])
const bytes = (row: Row, name: string): Uint8Array => {
  const cell = row[name]
  return cell instanceof Uint8Array ? cell : new Uint8Array(0)
}

/** Everything that the former collaborator keeps. */
class Attacker {
  readonly #keys: { readonly principal: Principal; readonly keyPair: KeyPair }[] = []
  readonly #deks: EnvironmentKey[] = []

  keepToken(text: string): void {
    const token = parseToken(text)
    const kind = token.prefix === 'inv' ? 'invitation' : 'personal-token'
    this.#keys.push({ principal: { kind, id: token.id }, keyPair: keyPairFromSeed(tokenSeed(token)) })
  }

  /** The private key, from the master password and a copy of the database and of the server's secret. */
  async keepUser(app: TestApp, dump: Dump, { userId, masterPassword = '' }: Person): Promise<void> {
    const row = rowsOf(dump, 'user_keys').find((row) => number(row, 'user_id') === userId) ?? {}
    const seed = await openUserKey({
      user: userId,
      keyVersion: number(row, 'key_version'),
      publicKey: bytes(row, 'public_key'),
      serverSecrets: app.ctx.secrets,
      blob: bytes(row, 'sealed'),
      masterPassword,
    })
    this.#keys.push({ principal: { kind: 'user', id: userId }, keyPair: keyPairFromSeed(seed) })
  }

  /**
   * Keeps every environment key of this project that a copy of the database leads to.
   * @returns every value of the project that they open in it
   */
  open(dump: Dump, project: number): Set<string> {
    const environments = rowsOf(dump, 'environments')
      .filter((row) => number(row, 'project_id') === project)
      .map((row) => number(row, 'id'))
    const epochs = rowsOf(dump, 'environment_epochs').flatMap((row) => {
      const environment = number(row, 'environment_id')
      if (!environments.includes(environment)) return []
      return [{ row, at: { project, environment, epoch: number(row, 'epoch') } }]
    })
    for (const { at, row } of epochs)
      for (const grant of rowsOf(dump, 'grants').filter(
        (row) => number(row, 'environment_id') === at.environment,
      ))
        for (const { principal, keyPair } of this.#keys) {
          const place = { ...at, keyId: bytes(row, 'key_id') }
          const dek = openIfPossible(() => openGrant(keyPair, place, principal, bytes(grant, 'sealed')))
          if (dek) this.#deks.push(dek)
        }
    // Grows during the loop: each key may lead to the one before it.
    for (const dek of this.#deks)
      for (const { at, row } of epochs) {
        const previous = openIfPossible(() => openPreviousKey(dek, at, bytes(row, 'previous_key')))
        if (previous && this.#deks.length < 500) this.#deks.push(previous)
      }
    const values = new Set<string>()
    for (const row of rowsOf(dump, 'environment_versions'))
      for (const { at } of epochs.filter((entry) => entry.at.environment === number(row, 'environment_id')))
        for (const dek of this.#deks) {
          const place = { ...at, version: number(row, 'version') }
          const opened = openIfPossible(() => openEnvironment(dek, place, bytes(row, 'sealed')))
          for (const { value } of opened?.values() ?? []) values.add(value)
        }
    return values
  }

  get keys(): number {
    return this.#deks.length
  }
}

interface Scene {
  readonly owner: Person
  /** The owner, without the master password. */
  readonly locked: Person
  readonly member: Person
  readonly projectId: number
  readonly id: number
  readonly token: { readonly id: string; readonly token: string }
  readonly invited: Invited
  readonly guest: Person
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  let made = 0
  const write = async (by: Pick<Person, 'client'>, id: number): Promise<string> => {
    const value = `canary ${++made} of ${engine}`
    await by.client.call(updateVariable, { params: { id, key: 'A' }, body: { value } })
    return value
  }
  const scene = async (): Promise<Scene> => {
    const { project, environments } = await seedProject(owner, 'production', 'other')
    const id = environments[0]?.id ?? 0
    const shared = environments.map((environment) => environment.id)
    const body = { variables: { A: 'first' }, mode: 'replace' } as const
    await owner.client.call(writeVariables, { params: { id }, body })
    const member = await addPerson(app, { masterPassword: `of ${engine} ${++made}` })
    await shareProject(app, owner, project.id, member, { environments: shared })
    const guest = await addPerson(app)
    return {
      owner,
      locked: { ...owner, client: app.as({ token: owner.token }) },
      member,
      projectId: project.id,
      id,
      token: await seedPersonalToken(member),
      invited: await invite(app, owner, project.id, guest.email, { environments: shared }),
      guest,
    }
  }

  const remove = ({ projectId, member }: Scene, by: Person) =>
    by.client.call(removeCollaborator, { params: { id: projectId, userId: member.userId } })
  const cut = async ({ projectId, member }: Scene, by: Person, id: number) => {
    const { environments } = await by.client.call(listEnvironments, { params: { projectId } })
    const left = environments
      .map((environment) => environment.id)
      .filter((environmentId) => environmentId !== id)
    await by.client.call(updateCollaborator, {
      params: { id: projectId, userId: member.userId },
      body: { environments: left },
    })
  }

  test('an owner who transferred the project and left', async () => {
    const { member: heir, projectId, id } = await scene()
    const attacker = new Attacker()
    const token = await seedPersonalToken(owner)
    const before = await dumpTables(app)
    await attacker.keepUser(app, before, owner)
    attacker.keepToken(token.token)
    const old = await write(owner, id)
    expect(attacker.open(await dumpTables(app), projectId)).toContain(old)
    await owner.client.call(offerProjectTransfer, {
      params: { id: projectId },
      body: { user_id: heir.userId, remaining_role: 'none' },
    })
    await heir.client.call(acceptProjectTransfer, { params: { id: projectId } })
    const value = await write(heir, id)
    expect(attacker.open(await dumpTables(app), projectId)).not.toContain(value)
    expect(await variablesOf(heir, id)).toEqual({ A: value })
    await expect(variablesOf(owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  type Ending = readonly [name: string, end: (s: Scene) => Promise<unknown>]
  const memberEndings: readonly Ending[] = [
    ['was removed, the vault open', (s) => remove(s, s.owner)],
    ['was removed, the vault closed', (s) => remove(s, s.locked)],
    ['left, the vault open', (s) => remove(s, s.member)],
    ['left, the vault closed', (s) => remove(s, { ...s.member, client: app.as({ token: s.member.token }) })],
    ['lost the environment, the vault open', (s) => cut(s, s.owner, s.id)],
    ['lost the environment, the vault closed', (s) => cut(s, s.locked, s.id)],
  ]
  test.each(memberEndings)('a collaborator who %s', async (name, end) => {
    const s = await scene()
    const attacker = new Attacker()
    const dump = await dumpTables(app)
    await attacker.keepUser(app, dump, s.member)
    attacker.keepToken(s.token.token)
    const old = await write(owner, s.id)
    const own = await write(s.member, s.id)
    const opened = attacker.open(await dumpTables(app), s.projectId)
    expect(opened).toContain(own)
    expect(opened).toContain(old)
    expect(attacker.keys).toBeGreaterThan(0)

    await end(s)
    if (name.endsWith('closed')) {
      // Nobody had the key: it is unchanged, but only someone who kept it still has it.
      const fresh = new Attacker()
      await fresh.keepUser(app, dump, s.member)
      fresh.keepToken(s.token.token)
      expect(fresh.open(await dumpTables(app), s.projectId)).not.toContain(own)
    }
    for (const client of [s.member.client, app.as(s.token)])
      await expect(variablesOf({ client }, s.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const later = await write(owner, s.id)
    const after = attacker.open(await dumpTables(app), s.projectId)
    expect(after).not.toContain(later)
    const again = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).not.toContain(again)

    const control = new Attacker()
    await control.keepUser(app, dump, owner)
    const all = control.open(await dumpTables(app), s.projectId)
    for (const value of [old, own, later, again]) expect(all).toContain(value)
  })

  const keepLink = async (s: Scene) => {
    const attacker = new Attacker()
    attacker.keepToken(s.invited.secret)
    const before = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).toContain(before)
    return attacker
  }
  const cancel = (s: Scene, by: Person) =>
    by.client.call(cancelInvitation, { params: { id: s.projectId }, body: { email: s.guest.email } })
  const linkEndings: readonly Ending[] = [
    ['was used', (s) => accept(s.guest, s.invited)],
    [
      'was not needed',
      async (s) => {
        await markEmailVerified(app, s.guest)
        await accept(s.guest, { token: s.invited.token })
      },
    ],
    ['was revoked, the vault unlocked', (s) => cancel(s, s.owner)],
    ['was revoked, the vault locked', (s) => cancel(s, s.locked)],
  ]
  test.each(linkEndings)('a mailed link that %s', async (_, end) => {
    const s = await scene()
    const attacker = await keepLink(s)
    await end(s)
    const later = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).not.toContain(later)
  })

  test('a token that was revoked', async () => {
    const s = await scene()
    const attacker = new Attacker()
    attacker.keepToken(s.token.token)
    const before = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).toContain(before)
    const closed = app.as({ token: s.member.token })
    await closed.call(revokePersonalToken, { params: { id: s.token.id } })
    const later = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).not.toContain(later)
  })

  test('a master password that leaked, with an old copy of the database', async () => {
    const s = await scene()
    const attacker = new Attacker()
    const old = await dumpTables(app)
    await attacker.keepUser(app, old, s.member)
    const before = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).toContain(before)
    await s.member.client.call(changeMasterPassword, {
      body: {
        currentMasterPassword: s.member.masterPassword ?? '',
        newMasterPassword: 'nobody else knows',
        leaked: true,
      },
    })
    // The first write gives the environment its new key, before the collaborator reads it.
    const later = await write(owner, s.id)
    expect(attacker.open(await dumpTables(app), s.projectId)).not.toContain(later)
    const member = app.as({ token: s.member.token, masterPassword: 'nobody else knows' })
    expect(await variablesOf({ client: member }, s.id)).toEqual({ A: later })
  })
})

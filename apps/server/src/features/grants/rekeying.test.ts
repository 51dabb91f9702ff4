import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { changeMasterPassword, rekeyEnvironments } from '@envhold/contract/keyring/keyring.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { downloadEnvironment, importVariables } from '@envhold/contract/variables/dotenv.ts'
import {
  compareEnvironments,
  createVariable,
  deleteVariable,
  listVariableNames,
  readVariables,
  updateVariable,
} from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../dev/world/environment-state.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const locked = (by: Person = owner) => by.lockedClient
  const stateOf = (id: number) => environmentState(app, id)
  const holdersOf = async (id: number) =>
    (await stateOf(id)).grants.map(({ kind, principal }) => `${kind}/${principal}`).sort()
  const user = () => `user/${owner.userId}`
  const set = (id: number, key: string, value: string) =>
    owner.client.call(createVariable, { params: { id }, body: { key, value } })
  const injected = async (apiKey: string, projectId: number, environment: string) =>
    JSON.parse(
      await app
        .as({ apiKey })
        .call(inject, { params: { projectId, environment }, query: { format: 'json' } }),
    )
  const principals = (id: string) =>
    app.ctx.db.selectFrom('principals').select(['id', 'revoked']).where('id', '=', id).execute()

  test('revoking a token with the vault unlocked re-keys its environments', async () => {
    const a = await seedEnvironment(owner, { A: '1' })
    const { id: tokenId, token } = await seedPersonalToken(owner)
    const apiKey = await seedApiKey(owner, a.projectId)
    expect(await holdersOf(a.id)).toEqual([`api-key/${apiKey.id}`, `personal-token/${tokenId}`, user()])
    const before = await stateOf(a.id)
    const events = await eventsDuring(app, () =>
      owner.client.call(revokePersonalToken, { params: { id: tokenId } }),
    )
    expect(events.at(-1)).toBe('personal_token_revoked')
    expect(events).toContain('environment_rekeyed')
    const after = await stateOf(a.id)
    expect(after).toMatchObject({ epoch: before.epoch + 1, version: before.version, rekey_pending: 0 })
    expect(after.grants.every(({ epoch }) => epoch === after.epoch)).toBe(true)
    const old = new Set(before.grants.map(({ sealed }) => Buffer.from(sealed).toString('hex')))
    expect(after.grants.some(({ sealed }) => old.has(Buffer.from(sealed).toString('hex')))).toBe(false)
    expect(await holdersOf(a.id)).toEqual([`api-key/${apiKey.id}`, user()])
    expect(await principals(tokenId)).toEqual([])
    await expect(variablesOf({ client: app.as({ token }) }, a.id)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(await variablesOf(owner, a.id)).toEqual({ A: '1' })
    expect(await injected(apiKey.apiKey, a.projectId, 'production')).toEqual({ A: '1' })
  })

  test('so does deleting an API key, and history stays readable across keys', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: 'of epoch 1' })
    const stays = await seedPersonalToken(owner)
    for (const value of ['of epoch 2', 'of epoch 3']) {
      const key = await seedApiKey(owner, projectId)
      await owner.client.call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
      await owner.client.call(updateVariable, { params: { id, key: 'A' }, body: { value } })
      await expect(injected(key.apiKey, projectId, 'production')).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    }
    expect(await stateOf(id)).toMatchObject({ epoch: 3, version: 3 })
    for (const client of [owner.client, app.as({ token: stays.token })])
      for (const [version, value] of [
        [1, 'of epoch 1'],
        [2, 'of epoch 2'],
        [3, 'of epoch 3'],
      ] as const) {
        const { variables } = await client.call(readVersion, { params: { id, version } })
        expect(variables).toEqual({ A: value })
      }
    await owner.client.call(restoreVersion, { params: { id, version: 1 } })
    expect(await variablesOf(owner, id)).toEqual({ A: 'of epoch 1' })
  })

  test('re-keys an environment that was never written', async () => {
    const { project, ids } = await seedProject(owner, 'empty')
    const id = ids.empty
    const key = await seedApiKey(owner, project.id)
    await owner.client.call(deleteApiKey, { params: { id: project.id, keyId: key.id } })
    expect(await stateOf(id)).toMatchObject({ epoch: 2, version: 0 })
    await set(id, 'A', '1')
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
  })

  test('with the vault locked, access ends at once and the key is replaced later', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    const key = await seedApiKey(owner, projectId)
    const token = await seedPersonalToken(owner)
    const events = await eventsDuring(app, async () => {
      await locked().call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
      await locked().call(revokePersonalToken, { params: { id: token.id } })
    })
    expect(events).toEqual(['api_key_deleted', 'personal_token_revoked'])
    expect(await stateOf(id)).toMatchObject({ epoch: 1, rekey_pending: 1 })
    await expect(injected(key.apiKey, projectId, 'production')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(variablesOf({ client: app.as(token) }, id)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const [listed] = (await locked().call(listEnvironments, { params: { projectId } })).environments
    expect(listed?.rekey_pending).toBe(true)
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
    expect(await stateOf(id)).toMatchObject({ epoch: 2, version: 1, rekey_pending: 0 })
    const holders = await holdersOf(id)
    expect(holders).toContain(user())
    for (const gone of [key, token]) expect(holders.join()).not.toContain(gone.id)
    expect(await principals(key.id)).toEqual([])
  })

  const unlockedCalls: readonly [string, (id: number, projectId: number) => Promise<unknown>][] = [
    ['reading', (id) => owner.client.call(readVariables, { params: { id } })],
    [
      'reading what is known',
      (id) => owner.client.ask(readVariables, { params: { id } }, { ifNoneMatch: '"1"' }),
    ],
    ['adding', (id) => set(id, 'NEW', '1')],
    [
      'changing',
      (id) => owner.client.call(updateVariable, { params: { id, key: 'A' }, body: { value: '2' } }),
    ],
    [
      'writing what is there',
      (id) => owner.client.call(updateVariable, { params: { id, key: 'A' }, body: { value: '1' } }),
    ],
    ['deleting', (id) => owner.client.call(deleteVariable, { params: { id, key: 'A' } })],
    [
      'importing',
      (id) => owner.client.call(importVariables, { params: { id }, body: { dotenv: 'B=2', mode: 'merge' } }),
    ],
    [
      'previewing an import',
      (id) =>
        owner.client.call(importVariables, {
          params: { id },
          body: { dotenv: '', mode: 'merge', dryRun: true },
        }),
    ],
    ['downloading', (id) => owner.client.call(downloadEnvironment, { params: { id } })],
    ['listing the names', (id) => owner.client.call(listVariableNames, { params: { id } })],
    ['listing the history', (id) => owner.client.call(listVersions, { params: { id } })],
    ['reading a version', (id) => owner.client.call(readVersion, { params: { id, version: 1 } })],
    ['restoring', (id) => owner.client.call(restoreVersion, { params: { id, version: 1 } })],
    [
      'comparing',
      (id, projectId) =>
        owner.client.call(compareEnvironments, { params: { projectId }, query: { left: id, right: id } }),
    ],
    ['a new API key', (_, projectId) => seedApiKey(owner, projectId)],
    ['a new personal token', () => seedPersonalToken(owner)],
  ]
  test.each(unlockedCalls)('%s runs a pending re-key first', async (_, work) => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    const key = await seedApiKey(owner, projectId)
    await locked().call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
    expect(await stateOf(id)).toMatchObject({ epoch: 1, rekey_pending: 1 })
    const events = await eventsDuring(app, () => work(id, projectId))
    expect(events[0]).toBe('environment_rekeyed')
    expect(await stateOf(id)).toMatchObject({ epoch: 2, rekey_pending: 0 })
    expect(await holdersOf(id)).not.toContain(`api-key/${key.id}`)
    const { variables } = await owner.client.call(readVersion, { params: { id, version: 1 } })
    expect(variables).toEqual({ A: '1' })
  })

  test('a wrong master password is never treated as a missing one', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    const key = await seedApiKey(owner, projectId)
    const token = await seedPersonalToken(owner)
    const wrong = app.as({ token: owner.token, masterPassword: 'wrong' })
    const rejection = { code: 'INVALID_MASTER_PASSWORD' }
    await expect(
      wrong.call(deleteApiKey, { params: { id: projectId, keyId: key.id } }),
    ).rejects.toMatchObject(rejection)
    await expect(wrong.call(revokePersonalToken, { params: { id: token.id } })).rejects.toMatchObject(
      rejection,
    )
    expect(await injected(key.apiKey, projectId, 'production')).toEqual({ A: '1' })
    expect(await variablesOf({ client: app.as(token) }, id)).toEqual({ A: '1' })
    expect(await stateOf(id)).toMatchObject({ epoch: 1, rekey_pending: 0 })
  })

  test('a personal token has its own key: it re-keys by itself and stays a holder', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    const token = await seedPersonalToken(owner)
    const client = app.as({ token: token.token })
    const now = await seedApiKey(owner, projectId)
    await client.call(deleteApiKey, { params: { id: projectId, keyId: now.id } })
    expect(await stateOf(id)).toMatchObject({ epoch: 2, rekey_pending: 0 })
    const later = await seedApiKey({ client }, projectId)
    expect(await injected(later.apiKey, projectId, 'production')).toEqual({ A: '1' })
    await locked().call(deleteApiKey, { params: { id: projectId, keyId: later.id } })
    expect(await stateOf(id)).toMatchObject({ epoch: 2, rekey_pending: 1 })
    expect(await variablesOf({ client }, id)).toEqual({ A: '1' })
    expect(await stateOf(id)).toMatchObject({ epoch: 3, rekey_pending: 0 })
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
  })

  test('a key that loses one environment keeps the others', async () => {
    const { project, ids } = await seedProject(owner, 'left', 'right')
    const { left, right } = ids
    const key = await seedApiKey(owner, project.id, { environment_access: [String(left), String(right)] })
    const update = (environment_access: string[] | null) =>
      owner.client.call(updateApiKey, {
        params: { id: project.id, keyId: key.id },
        body: { environment_access },
      })
    expect((await update([String(right)])).api_key.environment_access).toEqual([String(right)])
    expect(await stateOf(left)).toMatchObject({ epoch: 2 })
    expect(await stateOf(right)).toMatchObject({ epoch: 1 })
    expect(await holdersOf(left)).not.toContain(`api-key/${key.id}`)
    await expect(injected(key.apiKey, project.id, 'left')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await injected(key.apiKey, project.id, 'right')).toEqual({})
    await update(null)
    expect(await injected(key.apiKey, project.id, 'left')).toEqual({})
    await owner.client.call(createEnvironment, { params: { projectId: project.id }, body: { name: 'later' } })
    expect(await injected(key.apiKey, project.id, 'later')).toEqual({})
    await update([String(left)])
    await expect(injected(key.apiKey, project.id, 'later')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await owner.client.call(createEnvironment, { params: { projectId: project.id }, body: { name: 'last' } })
    await expect(injected(key.apiKey, project.id, 'last')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const id of [left, right]) expect(await variablesOf(owner, id)).toEqual({})
  })

  test('keys for all environments and personal tokens are granted later environments', async () => {
    const { project, environments } = await seedProject(owner, 'first')
    const all = await seedApiKey(owner, project.id)
    const some = await seedApiKey(owner, project.id, {
      environment_access: [String(environments[0]?.id)],
    })
    const token = await seedPersonalToken(owner, ['read_variables'])
    const later = await owner.client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: 'later' },
    })
    const id = later.environment.id
    await set(id, 'A', '1')
    expect(await injected(all.apiKey, project.id, 'later')).toEqual({ A: '1' })
    await expect(injected(some.apiKey, project.id, 'later')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await variablesOf({ client: app.as({ token: token.token }) }, id)).toEqual({ A: '1' })
    const byToken = await app.as({ token: (await seedPersonalToken(owner)).token }).call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: 'by-a-token' },
    })
    expect(await variablesOf(owner, byToken.environment.id)).toEqual({})
    expect(await injected(all.apiKey, project.id, 'by-a-token')).toEqual({})
  })

  test('a leaked master password re-keys everything that its user can open', async () => {
    const person = await addPerson(app)
    const { id, projectId } = await seedEnvironment(person, { A: '1' })
    const key = await seedApiKey(person, projectId)
    const token = await seedPersonalToken(person)
    const others = await seedEnvironment(owner, { THEIRS: '1' })
    const before = await stateOf(id)
    const { recoveryKey, rekeyPending } = await person.client.call(changeMasterPassword, {
      body: {
        currentMasterPassword: person.masterPassword ?? '',
        newMasterPassword: 'another master password',
        leaked: true,
      },
    })
    expect(recoveryKey).not.toBe(person.recoveryKey)
    expect(rekeyPending).toBe(1)
    expect(await stateOf(id)).toMatchObject({ epoch: before.epoch, rekey_pending: 1 })
    await expect(variablesOf(person, id)).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    const client = app.as({ token: person.token, masterPassword: 'another master password' })
    expect(await client.call(rekeyEnvironments, {})).toEqual({ rekeyed: 1, remaining: 0 })
    expect(await client.call(rekeyEnvironments, {})).toEqual({ rekeyed: 0, remaining: 0 })
    const after = await stateOf(id)
    expect(after).toMatchObject({ epoch: before.epoch + 1, rekey_pending: 0 })
    expect(after.grants).toHaveLength(before.grants.length)
    expect((await stateOf(others.id)).epoch).toBe(1)
    expect(await variablesOf({ client }, id)).toEqual({ A: '1' })
    expect(await variablesOf({ client: app.as(token) }, id)).toEqual({ A: '1' })
    expect(await injected(key.apiKey, projectId, 'production')).toEqual({ A: '1' })
    await client.call(createVariable, { params: { id }, body: { key: 'B', value: '2' } })
    expect(await variablesOf({ client }, id)).toEqual({ A: '1', B: '2' })
  })

  test('under any concurrent calls, the remaining collaborators can still read', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    const stays = await seedApiKey(owner, projectId)
    const goes = await Promise.all([1, 2, 3].map(() => seedApiKey(owner, projectId)))
    const token = await seedPersonalToken(owner)
    const made: number[] = []
    await Promise.all([
      ...goes.map((key) => owner.client.call(deleteApiKey, { params: { id: projectId, keyId: key.id } })),
      owner.client.call(revokePersonalToken, { params: { id: token.id } }),
      ...[1, 2, 3].map((n) => set(id, `NEW_${n}`, '1')),
      ...[1, 2, 3].map(async (n) => {
        const { environment } = await owner.client.call(createEnvironment, {
          params: { projectId },
          body: { name: `new-${n}` },
        })
        made.push(environment.id)
      }),
      seedApiKey(owner, projectId),
      seedPersonalToken(owner),
    ])
    const expected = { A: '1', NEW_1: '1', NEW_2: '1', NEW_3: '1' }
    expect(await variablesOf(owner, id)).toEqual(expected)
    expect(await injected(stays.apiKey, projectId, 'production')).toEqual(expected)
    for (const other of made) {
      await set(other, 'B', '2')
      expect(await variablesOf(owner, other)).toEqual({ B: '2' })
      const holders = await holdersOf(other)
      for (const gone of [...goes, token]) expect(holders.join()).not.toContain(gone.id)
    }
  })
})

import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../dev/world/environment-state.ts'
import {
  seedApiKey,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import { accept, invite } from '../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  afterEach(() => void vi.restoreAllMocks())

  /** Every measurement comes a minute of processor time after the one before. */
  const makeWorkSlow = () => {
    let minutes = 0
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: ++minutes * 60e6, system: 0 }))
  }
  const names = ['a', 'b', 'c'] as const
  /** A call does eight pieces of pending work before its own. */
  const many = Array.from({ length: 12 }, (_, n) => `e${n}`)
  const set = (id: number, value: string) =>
    owner.client.call(createVariable, { params: { id }, body: { key: `KEY_${value}`, value } })
  const statesOf = (ids: readonly number[]) => Promise.all(ids.map((id) => environmentState(app, id)))
  const pendingOf = async (ids: readonly number[]) =>
    (await statesOf(ids)).map(({ rekey_pending }) => rekey_pending)
  const injected = async (apiKey: string, projectId: number, environment: string) =>
    JSON.parse(
      await app
        .as({ apiKey })
        .call(inject, { params: { projectId, environment }, query: { format: 'json' } }),
    )

  test('others run between the re-keys of a revocation', async () => {
    const person = await addPerson(app)
    const { project } = await seedProject(person, ...many)
    const key = await seedApiKey(person, project.id)
    let turns = 0
    const countTurns = () => {
      turns++
      turn = setImmediate(countTurns)
    }
    let turn = setImmediate(countTurns)
    await person.client.call(deleteApiKey, { params: { id: project.id, keyId: key.id } })
    clearImmediate(turn)
    expect(turns).toBeGreaterThan(many.length)
  })

  test('a revocation that would take too long ends access and leaves re-keys to later calls', async () => {
    const { project, ids } = await seedProject(owner, ...names)
    const all = Object.values(ids)
    for (const id of all) await set(id, '1')
    const key = await seedApiKey(owner, project.id)
    const token = await seedPersonalToken(owner)
    makeWorkSlow()
    await owner.client.call(deleteApiKey, { params: { id: project.id, keyId: key.id } })
    await owner.client.call(revokePersonalToken, { params: { id: token.id } })
    vi.restoreAllMocks()
    const states = await statesOf(all)
    expect(states.filter(({ rekey_pending }) => rekey_pending).length).toBeGreaterThan(0)
    for (const { grants } of states)
      for (const { principal, sealed } of grants)
        if (principal === key.id || principal === token.id) expect(sealed.length).toBe(34)
    await expect(injected(key.apiKey, project.id, 'a')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(variablesOf({ client: app.as(token) }, ids.a)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await set(ids.a, '2')
    expect(await pendingOf(all)).toEqual([0, 0, 0])
    for (const { grants } of await statesOf(all))
      expect(grants.map(({ principal }) => principal)).not.toContain(key.id)
    expect(await variablesOf(owner, ids.a)).toEqual({ KEY_1: '1', KEY_2: '2' })
  })

  test('a key that loses environments and gets them back before the re-key reads them', async () => {
    const { project, environments } = await seedProject(owner, ...many)
    const [first = 0, ...rest] = environments.map(({ id }) => id)
    for (const id of [first, ...rest]) await set(id, '1')
    const key = await seedApiKey(owner, project.id)
    const limitTo = (environment_access: string[] | null) =>
      owner.client.call(updateApiKey, {
        params: { id: project.id, keyId: key.id },
        body: { environment_access },
      })
    makeWorkSlow()
    await limitTo([String(first)])
    expect(await pendingOf([first, ...rest])).toEqual([0, ...rest.map(() => 1)])
    await expect(injected(key.apiKey, project.id, 'e1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await limitTo(null)
    vi.restoreAllMocks()
    expect(new Set(await pendingOf(rest))).toEqual(new Set([0, 1]))
    for (const name of many) expect(await injected(key.apiKey, project.id, name)).toEqual({ KEY_1: '1' })
    for (const id of [first, ...rest]) await set(id, '2')
    for (const name of many)
      expect(await injected(key.apiKey, project.id, name)).toEqual({ KEY_1: '1', KEY_2: '2' })
  })

  test('who redeems a link to many environments reads them, and the link opens nothing', async () => {
    const { project, ids } = await seedProject(owner, ...names)
    const all = Object.values(ids)
    for (const id of all) await set(id, '1')
    const grace = await addPerson(app)
    const invited = await invite(app, owner, project.id, grace.email, { environments: all })
    makeWorkSlow()
    await accept(grace, invited)
    vi.restoreAllMocks()
    const states = await statesOf(all)
    expect(states.map(({ rekey_pending }) => rekey_pending)).toEqual([1, 1, 1])
    for (const { grants } of states)
      expect(grants.filter(({ kind, sealed }) => kind === 'invitation' && sealed.length > 34)).toEqual([])
    for (const id of all) expect(await variablesOf(grace, id)).toEqual({ KEY_1: '1' })
    expect(await pendingOf(all)).toEqual([0, 0, 0])
    expect(await variablesOf(owner, ids.a)).toEqual({ KEY_1: '1' })
  })
})

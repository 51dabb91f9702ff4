import { createClient } from '@envhold/client/client.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { anotherNode } from '../../../../../dev/world/another-node.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { sweepUsage } from '../usage/sweep-usage.ts'
import { verifyUsage } from './verify-usage.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const callsOf = (projectId: number, server = app.url) => {
    const params = { projectId, environment: 'production' }
    const clientOf = (apiKey: string) =>
      createClient({ server, headers: () => ({ 'x-api-key': apiKey }), timeoutMs: 120_000 })
    return (apiKey: string) => clientOf(apiKey).call(inject, { params, query: {} })
  }
  const verdict = (projectId: number) => verifyUsage(app.ctx, projectId)
  const recorded = async (projectId: number) =>
    (await usageOf(app)).filter(({ project_id }) => project_id === projectId)

  test('the chain of a project verifies after a key was deleted with its calls', async () => {
    const { projectId } = await seedEnvironment(owner)
    const call = callsOf(projectId)
    const [key, deleted] = [await seedApiKey(owner, projectId), await seedApiKey(owner, projectId)]
    for (const { apiKey } of [key, deleted, deleted, key, key]) await call(apiKey)
    await owner.client.call(deleteApiKey, { params: { id: projectId, keyId: deleted.id } })
    await call(key.apiKey)
    expect(await verdict(projectId)).toMatchObject({ entries: 6, broken: null })
    expect((await recorded(projectId)).map(({ sequence }) => sequence)).toEqual([1, 4, 5, 6])
    const packs = await app.ctx.db.selectFrom('usage_packs').selectAll().where('erased', '=', 1).execute()
    expect(packs).toMatchObject([
      { first_sequence: 2, last_sequence: 2, api_key_id: '', entries: '' },
      { first_sequence: 3, last_sequence: 3, api_key_id: '', entries: '' },
    ])
  })

  test('usage is deleted after 90 days, and the rest still verifies', async () => {
    const { projectId } = await seedEnvironment(owner)
    const call = callsOf(projectId)
    const { apiKey } = await seedApiKey(owner, projectId)
    for (let n = 0; n < 6; n++) await call(apiKey)
    const sweepAt = (ms: number) => sweepUsage({ ...app.ctx, clock: () => app.ctx.clock() + ms })
    const rows = await recorded(projectId)
    await sweepAt(90 * day - 60_000)
    expect(await recorded(projectId)).toHaveLength(6)
    // Makes the first three calls older than the others.
    await sweepAt((rows[3]?.at ?? 0) + 90 * day - app.ctx.clock())
    const left = await recorded(projectId)
    expect(left.length).toBeLessThan(6)
    expect(left[0]?.sequence).toBe(7 - left.length)
    expect(await verdict(projectId)).toMatchObject({ entries: left.length, broken: null })
    await call(apiKey)
    expect(await verdict(projectId)).toMatchObject({ entries: left.length + 1, broken: null })
    await sweepAt(91 * day)
    expect(await recorded(projectId)).toEqual([])
    expect(await verdict(projectId)).toMatchObject({ entries: 0, broken: null })
    await call(apiKey)
    expect((await recorded(projectId)).map(({ sequence }) => sequence)).toEqual([8])
    expect(await verdict(projectId)).toMatchObject({ entries: 1, broken: null })
  })

  test('concurrent calls on all nodes form one chain for each project', async () => {
    const node = engine === 'postgres' ? await anotherNode(app) : undefined
    const projects = await Promise.all(
      [1, 2].map(async () => {
        const { id, projectId } = await seedEnvironment(owner)
        const { apiKey } = await seedApiKey(owner, projectId)
        return { id, projectId, apiKey }
      }),
    )
    const work = Array.from({ length: 20 }, (_, n) =>
      projects.flatMap(({ id, projectId, apiKey }) => [
        callsOf(projectId, (n % 2 && node?.url) || app.url)(apiKey),
        owner.client.call(readVariables, { params: { id } }),
      ]),
    )
    await Promise.all(work.flat())
    for (const { projectId } of projects) {
      expect((await recorded(projectId)).map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      )
      expect(await verdict(projectId)).toMatchObject({ entries: 20, broken: null })
    }
    await node?.stop()
  })
})

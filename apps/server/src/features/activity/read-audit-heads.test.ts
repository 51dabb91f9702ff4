import { readActivityHead } from '@envhold/contract/activity/activity.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { inject } from '@envhold/contract/inject.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { readUsageHead } from '../audit-log/usage-chain-store.ts'
import { verifyActivity } from '../audit-log/verify-activity.ts'
import { writeRoot } from '../audit-log/write-root.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const seeded = withEnvironment(owner)
  let apiKey: string
  beforeAll(async () => {
    apiKey = (await seedApiKey(owner, seeded.projectId)).apiKey
    await call()
  })

  const call = () =>
    app.as({ apiKey }).call(inject, {
      params: { projectId: seeded.projectId, environment: 'production' },
      query: {},
    })
  const heads = (query: InputOf<typeof readActivityHead>['query'] = {}, by: Person = owner) =>
    by.client.call(readActivityHead, { query })
  const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex')

  test('the newest entry can be remembered and compared', async () => {
    const { head, remembered, project } = await heads()
    expect(head.mac).toMatch(/^[0-9a-f]{66}$/)
    expect(head).toMatchObject({ sequence: (await activityOf(app)).length, created_at: expect.any(String) })
    expect([remembered, project]).toEqual([null, null])
    await owner.client.call(readVariables, { params: { id: seeded.id } })
    const later = await heads({ at: head.sequence })
    expect(later.head.sequence).toBe(head.sequence + 1)
    expect(later.remembered).toEqual({ sequence: head.sequence, mac: head.mac })
    expect((await heads({ at: 9_007_199_254_740_991 })).remembered).toBeNull()
    for (const at of [0, -1, 1.5]) await expect(heads({ at })).rejects.toMatchObject({ status: 400 })
  })

  test('the newest root', async () => {
    expect((await heads()).root).toBeNull()
    for (const number of [1, 2]) {
      await writeRoot(app.ctx)
      const { root } = await heads()
      expect(root).toEqual({
        number,
        mac: expect.stringMatching(/^[0-9a-f]{66}$/),
        created_at: expect.any(String),
      })
      expect(app.logged()).toContain(`"head":"root:${number}:${root?.mac}"`)
    }
  })

  test('the chains of a project, and their links at earlier places', async () => {
    const { projectId } = seeded
    const first = (await heads({ project: projectId })).project
    const activity = await verifyActivity(app.ctx, `activity/project/${projectId}`)
    expect(first?.activity).toEqual({
      sequence: activity.head.sequence,
      link: hex(activity.head.link),
      remembered: null,
    })
    const usage = await readUsageHead(app.ctx.db, projectId)
    expect(first?.usage).toEqual({ sequence: 1, link: hex(usage?.link), remembered: null, trimmed: 0 })
    await call()
    await owner.client.call(createVariable, { params: { id: seeded.id }, body: { key: 'NEW', value: '1' } })
    const query = { project: projectId, usageAt: 1, activityAt: first?.activity.sequence }
    const later = (await heads(query)).project
    expect(later?.usage).toMatchObject({ sequence: 2, remembered: { sequence: 1, link: first?.usage.link } })
    expect(later?.activity.remembered).toEqual({
      sequence: first?.activity.sequence,
      link: first?.activity.link,
    })
    const beyond = (await heads({ project: projectId, usageAt: 99, activityAt: 9_999 })).project
    expect([beyond?.usage.remembered, beyond?.activity.remembered]).toEqual([null, null])
    const empty = await addPerson(app)
    const own = await heads({}, empty)
    expect(own.project).toBeNull()
  })

  test('a collaborator may not read them, a stranger finds no project', async () => {
    const [member, stranger] = [await addPerson(app), await addPerson(app)]
    await shareProject(app, owner, seeded.projectId, member, { environments: [seeded.id] })
    const project = seeded.projectId
    await expect(heads({ project }, member)).rejects.toMatchObject({ status: 403 })
    await expect(heads({ project }, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(heads({ project: 999_999 })).rejects.toMatchObject({ status: 404 })
  })

  test('a place in a chain needs its project', async () => {
    for (const name of ['usageAt', 'activityAt'] as const) {
      const details = [expect.objectContaining({ path: name })]
      await expect(heads({ [name]: 1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details })
      await expect(heads({ project: seeded.projectId, [name]: 0 })).rejects.toMatchObject({ status: 400 })
    }
  })
})

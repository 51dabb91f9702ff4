import { listEnvironments } from '@envhold/contract/environments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { forgetCount, forgetNames } from '../../../../../dev/world/older-environments.ts'
import { seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { variableCounts } from './0011-variable-counts.ts'

forEachEngine((engine) => {
  let app: TestApp
  let owner: Person
  beforeAll(async () => {
    app = await appForTests(engine)
    owner = await signUp(app.url)
  })
  afterAll(() => app.stop())

  const headOf = (id: number) =>
    app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const countOf = async ({ projectId }: { projectId: number }) =>
    (await owner.client.call(listEnvironments, { params: { projectId } })).environments[0]?.variable_count

  test('rows from before get their count under their MAC, from the names where they are stored', async () => {
    const [named, unnamed, tampered] = [
      await seedEnvironment(owner, { A: '1', B: '2' }),
      await seedEnvironment(owner, { A: '1', B: '2' }),
      await seedEnvironment(owner),
    ]
    await forgetCount(app.ctx, named.id, 99)
    await forgetNames(app.ctx, unnamed.id)
    await forgetCount(app.ctx, unnamed.id)
    const mac = Buffer.alloc(33, 7)
    await app.ctx.db.updateTable('environments').set({ mac }).where('id', '=', tampered.id).execute()
    await variableCounts(app.ctx.db, engine, app.ctx.secrets)
    expect([await countOf(named), await countOf(unnamed)]).toEqual([2, 2])
    expect(Buffer.from((await headOf(tampered.id)).mac)).toEqual(mac)
    await expect(countOf(tampered)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

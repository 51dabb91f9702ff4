import { listEnvironments } from '@envhold/contract/environments.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { forgetCount, forgetNames } from '../../../../../dev/world/older-environments.ts'
import { seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { variableCounts } from './0011-variable-counts.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const headOf = (id: number) =>
    app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const countOf = async ({ projectId }: { projectId: number }) =>
    (await owner.client.call(listEnvironments, { params: { projectId } })).environments[0]?.variable_count

  test('existing rows get a count under their MAC, from the stored names if there are any', async () => {
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

import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { writeUsage } from '../../../../../dev/world/random-entries.ts'
import { seedApiKey, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { blockLength } from '../audit-log/block.ts'
import { advanceUsageRollups, rebuildUsageRollups } from '../usage/rollups.ts'
import { sweepUsageOfDeletedKeys } from './sweep-api-keys.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('erases the calls of keys deleted with their project, rolled up or not, and no others', async () => {
    const owner = await addPerson(app)
    const existing = await seedProject(owner, 'production')
    const deleted = await seedProject(owner, 'production')
    const keys = [
      { project_id: existing.project.id, api_key_id: (await seedApiKey(owner, existing.project.id)).id },
      { project_id: deleted.project.id, api_key_id: (await seedApiKey(owner, deleted.project.id)).id },
      { project_id: deleted.project.id, api_key_id: 'longGone' },
    ]
    const calls = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        at: app.ctx.clock(),
        project_id: 0,
        api_key_id: '',
        ...keys[n % keys.length],
      }))
    await writeUsage(app, calls(2 * blockLength + 9))
    for (const id of [existing.project.id, deleted.project.id]) await advanceUsageRollups(app.ctx, id)
    await writeUsage(app, calls(30))
    await app.ctx.db.deleteFrom('projects').where('id', '=', deleted.project.id).execute()
    const before = await usageOf(app)
    const ofKept = before.filter((row) => row.api_key_id === keys[0]?.api_key_id)

    expect(await sweepUsageOfDeletedKeys(app.ctx)).toBe(before.length - ofKept.length)
    expect(await usageOf(app)).toEqual(ofKept)
    expect(await rebuildUsageRollups(app.ctx)).toMatchObject({ differed: 0 })
    expect(await sweepUsageOfDeletedKeys(app.ctx)).toBe(0)
  })
})

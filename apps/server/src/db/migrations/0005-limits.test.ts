import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { limits } from './0005-limits.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  test('the keys’ calls of the month carry over to their owner', async () => {
    const { db } = app.ctx
    const { projectId } = await seedEnvironment(owner)
    const [one, two] = [await seedApiKey(owner, projectId), await seedApiKey(owner, projectId)]
    await sql`drop table rejected_calls`.execute(db)
    // A later migration drops it.
    await sql`create table usage (sequence bigint)`.execute(db)
    const january = Date.UTC(2026, 0)
    const february = Date.UTC(2026, 1)
    const window = (principal: string, window: string, window_start: number, count: number) => ({
      principal,
      window,
      window_start,
      count,
    })
    await db
      .insertInto('rate_windows')
      .values([
        window(one.id, 'month', february, 40),
        window(two.id, 'month', february, 2),
        window(one.id, 'hour', february, 9),
        window('ppt', 'month', january, 7),
      ])
      .execute()
    await limits(db)
    const rows = await db.selectFrom('rate_windows').selectAll().orderBy('window').execute()
    expect(rows).toEqual([
      window(one.id, 'hour', february, 9),
      window(`owner/${owner.userId}`, 'month', february, 42),
    ])
  })
})

import { randomInt } from 'node:crypto'
import { type EventType, eventTypes } from '@envhold/contract/event-types.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { writeActivity } from '../../../../../dev/world/random-entries.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { blockLength } from '../../features/audit-log/block.ts'
import { readActivityMark } from '../../features/usage/activity-rollup-store.ts'
import { advanceActivityRollups } from '../../features/usage/advance-rollups.ts'
import { rebuildActivityRollups } from '../../features/usage/rebuild-rollups.ts'
import { countedReads } from './0024-counted-reads.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const events = Object.keys(eventTypes) as EventType[]
  const write = (count: number) =>
    writeActivity(
      app,
      Array.from({ length: count }, (_, n) => ({
        at: app.ctx.clock() - (count - n) * 1_000,
        event_type: events[randomInt(events.length)] ?? 'login',
        user_id: n % 3 === 0 ? null : 1 + (n % 2),
        project_id: n % 4 === 0 ? null : 11 + (n % 3),
        environment_id: n % 5 === 0 ? 101 : null,
      })),
    )
  const counted = () => app.ctx.db.selectFrom('activity_tallies').selectAll().execute()
  const migrate = () => countedReads(app.ctx.db)

  test('an instance without activity has nothing to count', async () => {
    await migrate()
    expect(await counted()).toEqual([])
  })

  test('counted blocks are counted as the running server counts them, and no others', async () => {
    const blocks = 18
    await write(blocks * blockLength)
    await advanceActivityRollups(app.ctx)
    const mark = await readActivityMark(app.ctx.db)
    await write(2 * blockLength)
    // As an earlier version counted: reads among the others.
    const { db } = app.ctx
    await db.deleteFrom('activity_tallies').where('category', 'like', '%/reads').execute()
    await db.updateTable('activity_tallies').set({ entries: 1 }).where('block', '=', 3).execute()
    await migrate()
    expect(await readActivityMark(db)).toEqual(mark)
    const rows = await counted()
    expect(rows.reduce((sum, { entries }) => sum + entries, 0)).toBe(mark.blocks * blockLength)
    expect(rows.some(({ category }) => category === 'api_keys/reads')).toBe(true)
    expect(await rebuildActivityRollups(app.ctx)).toEqual({ blocks: mark.blocks, differed: 0 })
  }, 60_000)

  test('a mark beyond the end of the log is left to the rebuilding', async () => {
    await app.ctx.db
      .updateTable('tally_marks')
      .set({ blocks: 1_000_000_000 })
      .where('chain', '=', 'activity')
      .execute()
    await migrate()
    expect(await rebuildActivityRollups(app.ctx)).toMatchObject({ differed: 0 })
  })
})

import type { TestApp } from './app-for-tests.ts'

type Ctx = Pick<TestApp, 'ctx'>

/** All entries of the activity log, in order. */
export const activityOf = ({ ctx }: Ctx) =>
  ctx.db.selectFrom('activity').selectAll().orderBy('sequence').execute()

/** The types of the events that `work` leaves in the activity log, in order. */
export async function eventsDuring(app: Ctx, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await activityOf(app)).length
  await work()
  return (await activityOf(app)).slice(before).map(({ event_type }) => event_type)
}

/** The usage log, in order. */
export const usageOf = ({ ctx }: Ctx) => ctx.db.selectFrom('usage').selectAll().orderBy('sequence').execute()

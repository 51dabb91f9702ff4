import type { Db } from '../db/connect.ts'

/** Whether the database answers within the time given. */
export async function databaseAnswers(db: Db, withinMs: number): Promise<boolean> {
  const asked = db.selectFrom('instance').select('key').limit(1).execute()
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), withinMs)
  const answered = asked.then(
    () => true,
    () => false,
  )
  const answers = await Promise.race([answered, late])
  clearTimeout(timer)
  return answers
}

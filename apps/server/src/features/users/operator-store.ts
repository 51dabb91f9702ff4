import type { Context, Within } from '../../context.ts'
import { hasPassword, userMac } from './user-store.ts'

/**
 * Whether this instance has another operator. Locks all operators until the transaction ends, so that two who leave at
 * the same time do not each rely on the other.
 */
export async function hasOtherOperator(
  { db, engine, secrets }: Within<'engine' | 'secrets'>,
  userId: number,
): Promise<boolean> {
  const operators = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'SUPER_ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  for (const operator of operators) userMac.check(secrets, operator)
  return operators.some(({ id }) => id !== userId)
}

/** Whether somebody can sign in with a password and operate this server. */
export async function hasOperatorWithPassword({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<boolean> {
  const operators = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'SUPER_ADMIN')
    .where('status', '=', 'ACTIVE')
    .execute()
  for (const operator of operators) userMac.check(secrets, operator)
  return operators.some(hasPassword)
}

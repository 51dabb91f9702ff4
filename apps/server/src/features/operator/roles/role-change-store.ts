import type { Context } from '../../../context.ts'

/** The last changes of a user's role, the newest first. */
export const listRoleChanges = ({ db }: Pick<Context, 'db'>, userId: number, limit: number) =>
  db
    .selectFrom('operator_acts')
    .leftJoin('users', 'users.id', 'operator_acts.operator_id')
    .select([
      'operator_acts.details',
      'operator_acts.reason',
      'operator_acts.created_at',
      'users.username as assigned_by',
    ])
    .where('operator_acts.user_id', '=', userId)
    .where('operator_acts.act', '=', 'assign_role')
    .orderBy('operator_acts.id', 'desc')
    .limit(limit)
    .execute()

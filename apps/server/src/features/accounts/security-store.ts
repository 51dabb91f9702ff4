import type { Db } from '../../db/connect.ts'

/** When the secrets of an account were changed; undefined if there is no such account. No MAC covers these times. */
export const findSecretTimes = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('user_keys', 'user_keys.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select([
      'users.password_changed_at',
      'user_keys.created_at as master_password_set_at',
      'user_keys.password_changed_at as master_password_changed_at',
      'user_keys.recovery_made_at',
      'user_keys.recovery_checked_at',
    ])
    .executeTakeFirst()

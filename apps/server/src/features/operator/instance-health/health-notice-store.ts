import type { Db } from '../../../db/connect.ts'
import type { Row } from '../../../db/tables.ts'

/** A warning of which operators were notified. */
export type HealthNotice = Row<'health_notices'>

/** What the webhook has still to be told. */
export type NoticeEvent = 'opened' | 'resolved'

export const listNotices = (db: Db): Promise<HealthNotice[]> =>
  db.selectFrom('health_notices').selectAll().orderBy('opened_at').execute()

export const listNoticesFor = (db: Db, event: NoticeEvent, limit: number): Promise<HealthNotice[]> =>
  db
    .selectFrom('health_notices')
    .selectAll()
    .where('webhook_event', '=', event)
    .orderBy('opened_at')
    .limit(limit)
    .execute()

export const insertNotice = (db: Db, notice: HealthNotice) =>
  db.insertInto('health_notices').values(notice).execute()

export const changeNotice = (db: Db, id: string, set: Partial<HealthNotice>) =>
  db.updateTable('health_notices').set(set).where('id', '=', id).execute()

/** Those that have another event by now stay as they are. */
export const forgetEvent = (db: Db, ids: readonly string[], event: NoticeEvent) =>
  db
    .updateTable('health_notices')
    .set({ webhook_event: '' })
    .where('id', 'in', ids)
    .where('webhook_event', '=', event)
    .execute()

export const deleteNotices = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('health_notices').where('id', 'in', ids).execute()

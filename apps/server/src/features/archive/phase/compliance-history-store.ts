import { complianceEvents, maxHistory } from '@envhold/contract/archive/compliance.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

type HistoryType = (typeof complianceEvents)[number]

/** Selects what happened to an account because of its plan or an operator, the newest first. */
export const selectComplianceHistory = (db: Db, userId: number) =>
  db
    .selectFrom('activity')
    .select(['event_type', 'description', 'at'])
    .where('user_id', '=', userId)
    // Literals, as in the partial index activity_of_plans: a database does not look at parameters for it.
    .where(sql<boolean>`event_type in (${sql.join(complianceEvents.map((type) => sql.lit(type)))})`)
    .orderBy('sequence', 'desc')
    .limit(maxHistory)
    .$narrowType<{ event_type: HistoryType }>()

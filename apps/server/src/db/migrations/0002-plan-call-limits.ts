import { type AuthenticatedRow, rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { sql } from 'kysely'
import type { Db } from '../connect.ts'

interface PlanRow {
  readonly name: string
  readonly price_monthly: number
  readonly price_yearly: number | null
  readonly max_projects: number
  readonly max_collaborators: number
  readonly max_stored_bytes: number
  readonly api_rate_limit_per_hour: number
  readonly api_rate_limit_per_day: number
  readonly api_features: string
  readonly is_active: number
  readonly mac: Uint8Array
}

/**
 * The month's limit of API calls moves from a plan's features to a column. The table of what operators did to accounts
 * is named as everything else that is called after it.
 */
export async function planCallLimits(db: Db, secrets: ServerSecrets): Promise<void> {
  await sql`alter table plans add column max_api_calls_per_month integer not null default -1`.execute(db)
  const { rows } = await sql<PlanRow>`select * from plans`.execute(db)
  for (const row of rows) await moveLimit(db, secrets, row)
  for (const index of ['user', 'act']) await sql.raw(`drop index operator_acts_${index}`).execute(db)
  await sql`alter table operator_acts rename to operator_actions`.execute(db)
  await sql`create index operator_actions_user on operator_actions (user_id, id)`.execute(db)
  await sql`create index operator_actions_act on operator_actions (act, id)`.execute(db)
}

/** A plan without the limit stays as it is, and its MAC too. So does one whose MAC is not valid: it stays rejected. */
async function moveLimit(db: Db, secrets: ServerSecrets, row: PlanRow): Promise<void> {
  if (!isSigned(secrets, row)) return
  const { monthly_calls, ...flags } = JSON.parse(row.api_features) as Readonly<Record<string, unknown>>
  if (typeof monthly_calls !== 'number') return
  const features = JSON.stringify(flags)
  const { table, id, fields } = signed({ ...row, api_features: features })
  const mac = rowMac(secrets, { table, id, fields: { ...fields, max_api_calls_per_month: monthly_calls } })
  await sql`
    update plans set max_api_calls_per_month = ${monthly_calls}, api_features = ${features}, mac = ${mac}
    where name = ${row.name}
  `.execute(db)
}

function isSigned(secrets: ServerSecrets, row: PlanRow): boolean {
  try {
    verifyRow(secrets, signed(row), row.mac)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}

const signed = (row: PlanRow): AuthenticatedRow => ({
  table: 'plans',
  id: row.name,
  fields: {
    price_monthly: String(row.price_monthly),
    price_yearly: row.price_yearly === null ? null : String(row.price_yearly),
    max_projects: row.max_projects,
    max_collaborators: row.max_collaborators,
    max_stored_bytes: row.max_stored_bytes,
    api_rate_limit_per_hour: row.api_rate_limit_per_hour,
    api_rate_limit_per_day: row.api_rate_limit_per_day,
    api_features: row.api_features,
    is_active: row.is_active,
  },
})

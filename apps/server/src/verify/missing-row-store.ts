import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { OnFinding } from './finding.ts'

interface Reference {
  /** The rows that refer: SQL of their table, aliased `r`. */
  readonly from: string
  /** Their id, as SQL. */
  readonly id: string
  /** Which of them need another row; all by default. */
  readonly where?: string
  /** The table that must have a row, aliased `t`, and the condition. */
  readonly to: string
  readonly on: string
  /** The id of the missing row, as SQL. */
  readonly missing: string
}

const byId = (from: string, column: string, to: string, id = 'r.id'): Reference => ({
  from,
  id,
  where: `r.${column} is not null`,
  to,
  on: `t.id = r.${column}`,
  missing: `r.${column}`,
})

const principal = (from: string, kind: string): Reference => ({
  from,
  id: 'r.id',
  to: 'principals',
  on: `t.kind = '${kind}' and t.id = r.id`,
  missing: `'${kind}/' || r.id`,
})

const bearer = (kind: string, to: string, on: string): Reference => ({
  from: 'principals',
  id: `r.kind || '/' || r.id`,
  where: `r.kind = '${kind}' and r.revoked = 0`,
  to,
  on,
  missing: 'r.id',
})

const emptied = 34
const place = `r.environment_id || '/' || r.kind || '/' || r.principal`

/** Which row needs which, including references that are not foreign keys but that the program relies on. */
const references: readonly Reference[] = [
  { from: 'users', id: 'r.id', to: 'plans', on: 't.name = r.plan', missing: 'r.plan' },
  { from: 'users', id: 'r.id', to: 'roles', on: 't.name = r.role', missing: 'r.role' },
  byId('sessions', 'user_id', 'users'),
  byId('mailed_tokens', 'user_id', 'users'),
  byId('account_invitations', 'invited_by', 'users'),
  byId('granted_plans', 'user_id', 'users', 'r.user_id'),
  { from: 'granted_plans', id: 'r.user_id', to: 'plans', on: 't.name = r.plan', missing: 'r.plan' },
  byId('oidc_identities', 'user_id', 'users', `r.issuer || '/' || r.subject`),
  byId('oidc_requests', 'user_id', 'users'),
  byId('mfa_tickets', 'user_id', 'users'),
  byId('totp_factors', 'user_id', 'users'),
  byId('recovery_codes', 'user_id', 'users'),
  byId('devices', 'user_id', 'users', `r.user_id || '/' || r.id`),
  byId('user_keys', 'user_id', 'users', 'r.user_id'),
  byId('passkeys', 'user_id', 'users'),
  byId('passkey_unlocks', 'passkey_id', 'passkeys', 'r.passkey_id'),
  byId('passkey_unlocks', 'user_id', 'users', 'r.passkey_id'),
  byId('principals', 'user_id', 'users', `r.kind || '/' || r.id`),
  byId('principals', 'project_id', 'projects', `r.kind || '/' || r.id`),
  byId('projects', 'owner_id', 'users'),
  byId('archived_projects', 'project_id', 'projects', 'r.project_id'),
  byId('archived_projects', 'owner_id', 'users', 'r.project_id'),
  byId('account_phases', 'user_id', 'users', 'r.user_id'),
  byId('memberships', 'project_id', 'projects', `r.project_id || '/' || r.user_id`),
  byId('memberships', 'user_id', 'users', `r.project_id || '/' || r.user_id`),
  byId('invitations', 'project_id', 'projects'),
  byId('invitations', 'inviter_id', 'users'),
  byId('project_transfers', 'from_id', 'users', 'r.project_id'),
  byId('project_transfers', 'to_id', 'users', 'r.project_id'),
  byId('invitations', 'sealed_to', 'users'),
  byId('environments', 'project_id', 'projects'),
  byId('environment_names', 'environment_id', 'environments', 'r.environment_id'),
  byId(
    'former_environment_names',
    'environment_id',
    'environments',
    `r.project_id || '/' || r.name_canonical`,
  ),
  byId('environment_epochs', 'environment_id', 'environments', `r.environment_id || '/' || r.epoch`),
  byId('environment_versions', 'environment_id', 'environments', `r.environment_id || '/' || r.version`),
  byId('due_days', 'environment_id', 'environments', `r.environment_id || '/' || r.day`),
  byId('grants', 'environment_id', 'environments', place),
  byId('api_keys', 'project_id', 'projects'),
  byId('personal_tokens', 'user_id', 'users'),
  byId('device_logins', 'user_id', 'users'),
  principal('api_keys', 'api-key'),
  principal('personal_tokens', 'personal-token'),
  {
    from: 'user_keys',
    id: 'r.user_id',
    to: 'principals',
    on: `t.kind = 'user' and t.id = cast(r.user_id as text)`,
    missing: `'user/' || r.user_id`,
  },
  bearer('api-key', 'api_keys', 't.id = r.id'),
  bearer('personal-token', 'personal_tokens', 't.id = r.id'),
  bearer('user', 'user_keys', 'cast(t.user_id as text) = r.id'),
  {
    from: 'grants',
    id: place,
    where: `length(r.sealed) > ${emptied}`,
    to: 'principals',
    on: 't.kind = r.kind and t.id = r.principal',
    missing: `r.kind || '/' || r.principal`,
  },
  {
    from: 'environment_versions',
    id: `r.environment_id || '/' || r.version`,
    to: 'environment_epochs',
    on: 't.environment_id = r.environment_id and t.epoch = r.epoch',
    missing: `r.environment_id || '/' || r.epoch`,
  },
]

const maxListed = 1_000

/** Finds missing rows that others need, such as those of a user who was deleted by hand. */
export async function findMissingRows(db: Db, onFinding: OnFinding): Promise<void> {
  const general = db.selectFrom('payment_settings').select('name').where('name', '=', 'general')
  if (!(await general.executeTakeFirst())) onFinding('payment_settings', 'general', 'is missing')
  await findMissingSettings(db, onFinding)
  for (const { from, id, where, to, on, missing } of references) {
    const query = sql<{ id: string; missing: string }>`
      select ${sql.raw(id)} as id, ${sql.raw(missing)} as missing from ${sql.table(from)} as r
      where ${sql.raw(where ?? '1 = 1')} and not exists (select 1 from ${sql.table(to)} as t where ${sql.raw(on)})
      order by 1 limit ${sql.lit(maxListed)}`
    for (const row of (await query.execute(db)).rows)
      onFinding(to, row.missing, `is missing, and ${from} ${row.id} needs it`)
  }
}

/** A setting that operators have changed has a row for ever. Without it the default would hold. */
async function findMissingSettings(db: Db, onFinding: OnFinding): Promise<void> {
  for (const [name, event] of [
    ['announcement', 'announcement_changed'],
    ['sign-ups', 'sign_ups_changed'],
    ['operator-factor', 'operator_factor_changed'],
  ] as const) {
    const query = sql<{ sequence: number }>`
      select sequence from activity where event_type = ${sql.lit(event)}
        and not exists (select 1 from instance_settings where name = ${sql.lit(name)})
      order by 1 limit 1`
    for (const { sequence } of (await query.execute(db)).rows)
      onFinding('instance_settings', name, `is missing: activity ${sequence} changed it`)
  }
}

interface Logged {
  readonly table: 'users' | 'projects' | 'environments'
  readonly made: string
  readonly column: string
  /** The condition on activity `d` that shows a regular deletion. */
  readonly gone: string
  /** The condition under which this row was deleted with another one, as SQL; `c` is the entry that created it. */
  readonly within: string
}

/** The last owner of a project. Its transfer has two entries: that of the new owner, then that of the former one. */
const owner = `coalesce(
  (select o.user_id from activity as o where o.event_type = 'project_transferred' and o.project_id = c.project_id
    order by o.sequence desc limit 1 offset 1), c.user_id)`

const logged: readonly Logged[] = [
  {
    table: 'users',
    made: 'account_created',
    column: 'user_id',
    // Deleted permanently by the server itself.
    gone: `d.event_type = 'account_deleted' and d.ip is null and d.user_id = c.user_id`,
    within: '1 = 1',
  },
  {
    table: 'projects',
    made: 'project_created',
    column: 'project_id',
    gone: `d.event_type in ('project_deleted', 'archived_project_deleted') and d.project_id = c.project_id`,
    within: `exists (select 1 from users as u where u.id = ${owner})`,
  },
  {
    table: 'environments',
    made: 'environment_created',
    column: 'environment_id',
    gone: `d.event_type = 'environment_deleted' and d.environment_id = c.environment_id`,
    within: 'exists (select 1 from projects as p where p.id = c.project_id)',
  },
]

/** Finds what was created according to the activity log, never deleted, and is missing. */
export async function findUnloggedDeletions(db: Db, onFinding: OnFinding): Promise<void> {
  for (const { table, made, column, gone, within } of logged) {
    const query = sql<{ id: number; sequence: number }>`
      select ${sql.ref(`c.${column}`)} as id, c.sequence from activity as c
      where c.event_type = ${sql.lit(made)} and ${sql.ref(`c.${column}`)} is not null and ${sql.raw(within)}
        and not exists (select 1 from ${sql.table(table)} as t where t.id = ${sql.ref(`c.${column}`)})
        and not exists (select 1 from activity as d where ${sql.raw(gone)} and d.sequence > c.sequence)
      order by 2 limit ${sql.lit(maxListed)}`
    for (const { id, sequence } of (await query.execute(db)).rows)
      onFinding(table, id, `is missing: activity ${sequence} created it, nothing deleted it`)
  }
}

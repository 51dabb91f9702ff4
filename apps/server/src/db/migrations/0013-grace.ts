import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** As `complianceEvents` of the contract lists them. */
const planEvents = [
  'subscription_started',
  'subscription_ended',
  'grace_started',
  'grace_reminder',
  'grace_cleared',
  'downgrade_completed',
  'downgrade_final',
  'projects_restored',
  'project_archived',
  'project_restored',
  'archived_project_deleted',
  'account_suspended',
  'account_unsuspended',
]

/** Grace periods, archived projects and people whose access rests. */
export async function grace(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const { schema } = db

  await schema.alterTable('projects').renameColumn('deleted_at', 'removed_at').execute()
  await schema.alterTable('memberships').addColumn('held_at', 'bigint').execute()
  await schema.alterTable('invitations').addColumn('held_at', 'bigint').execute()

  await schema
    .alterTable('mail_queue')
    .addColumn('receipt', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('mail_receipts')
    .addColumn('mail_id', 'bigint', (c) => c.primaryKey())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('account_phases')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('phase', 'text', (c) => c.notNull())
    .addColumn('had_paid', 'integer', (c) => c.notNull())
    .addColumn('graces', 'integer', (c) => c.notNull())
    .addColumn('grace_began', 'bigint')
    .addColumn('grace_end', 'bigint')
    .addColumn('started_mail', 'bigint')
    .addColumn('started_sent_at', 'bigint')
    .addColumn('reminded', 'text', (c) => c.notNull())
    .addColumn('reminder_mail', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .addColumn('keep', 'text', (c) => c.notNull())
    .addColumn('suspended_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()

  await schema
    .createTable('archived_projects')
    .addColumn('project_id', 'bigint', (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('owner_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('archived_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('reminded', 'text', (c) => c.notNull())
    .addColumn('reminder_mail', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .addColumn('restore_token', 'text', (c) => c.notNull().unique())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('archived_projects_owner').on('archived_projects').column('owner_id').execute()

  // Literals: neither engine uses a partial index for a condition that it reads from parameters.
  await sql`
    create index activity_of_plans on activity (user_id, sequence) where event_type in (${sql.raw(
      planEvents.map((type) => `'${type}'`).join(', '),
    )})
  `.execute(db)
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

type Schema = Kysely<Tables>['schema']
type Bytes = RawBuilder<unknown>

/** Second factors, passkeys, other identity providers, and changes of an account that need a proof or time. */
export async function accountSecurity(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const { schema } = db
  await addColumns(schema)
  await createFactors(schema, bytes)
  await createPasskeys(schema, bytes)
  await createChanges(schema, bytes)
  await createOidc(schema, bytes)
}

async function addColumns(schema: Schema): Promise<void> {
  // Sessions that exist were started by a password. Their MAC leaves that out.
  await schema
    .alterTable('sessions')
    .addColumn('signed_in_by', 'text', (c) => c.notNull().defaultTo('password'))
    .execute()
  await schema.alterTable('sessions').addColumn('verified_by', 'text').execute()
  await schema.alterTable('sessions').addColumn('operator_seen_at', 'bigint').execute()
  await schema.alterTable('users').addColumn('password_changed_at', 'bigint').execute()
  await schema.alterTable('user_keys').addColumn('password_changed_at', 'bigint').execute()
  await schema.alterTable('user_keys').addColumn('recovery_made_at', 'bigint').execute()
  await schema.alterTable('user_keys').addColumn('recovery_checked_at', 'bigint').execute()
}

async function createFactors(schema: Schema, bytes: Bytes): Promise<void> {
  await schema
    .createTable('totp_factors')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sealed', bytes, (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('totp_factors_user').on('totp_factors').column('user_id').execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_mac', bytes, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute()
  await schema
    .createTable('mfa_tickets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('auth_hash', bytes, (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address_family', 'text', (c) => c.notNull())
    .addColumn('proof', 'text', (c) => c.notNull())
    .addColumn('methods', 'text', (c) => c.notNull())
    .addColumn('password_digest', bytes, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('mfa_tickets_user').on('mfa_tickets').column('user_id').execute()
  await schema.createIndex('mfa_tickets_expiry').on('mfa_tickets').column('expires_at').execute()
}

async function createPasskeys(schema: Schema, bytes: Bytes): Promise<void> {
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('public_key', bytes, (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('aaguid', 'text', (c) => c.notNull())
    .addColumn('device_type', 'text', (c) => c.notNull())
    .addColumn('backed_up', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('prf_salt', bytes, (c) => c.notNull())
    .addColumn('has_prf', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await schema
    .createTable('passkey_unlocks')
    .addColumn('passkey_id', 'text', (c) => c.primaryKey().references('passkeys.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key_version', 'integer', (c) => c.notNull())
    .addColumn('sealed', bytes, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('passkey_unlocks_user').on('passkey_unlocks').column('user_id').execute()
  await schema
    .createTable('webauthn_challenges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('ticket_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('webauthn_challenges_user').on('webauthn_challenges').column('user_id').execute()
  await schema
    .createIndex('webauthn_challenges_expiry')
    .on('webauthn_challenges')
    .column('expires_at')
    .execute()
}

async function createChanges(schema: Schema, bytes: Bytes): Promise<void> {
  await schema
    .createTable('email_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('old_email', 'text', (c) => c.notNull())
    .addColumn('old_canonical', 'text', (c) => c.notNull())
    .addColumn('new_email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('email_changes_old').on('email_changes').column('old_canonical').execute()
  await schema.createIndex('email_changes_user').on('email_changes').column('user_id').execute()
  await schema
    .createTable('delayed_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('requested_by', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('reminded_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .addUniqueConstraint('delayed_changes_of_user', ['user_id', 'kind'])
    .execute()
  await schema.createIndex('delayed_changes_due').on('delayed_changes').column('due_at').execute()
}

async function createOidc(schema: Schema, bytes: Bytes): Promise<void> {
  await schema
    .createTable('oidc_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('mac', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('oidc_identities_pk', ['issuer', 'subject'])
    .execute()
  await schema.createIndex('oidc_identities_user').on('oidc_identities').column('user_id').execute()
  await schema
    .createTable('oidc_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', bytes, (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('sealed_verifier', bytes, (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text')
    .addColumn('return_path', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('mac', bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('oidc_requests_user').on('oidc_requests').column('user_id').execute()
  await schema.createIndex('oidc_requests_expiry').on('oidc_requests').column('expires_at').execute()
  await schema
    .createTable('sign_in_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('sealed', bytes, (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}

// Rows that only the passing of time deletes, for the lines of docs/retention.md.

import type { Tables } from '../../apps/server/src/db/tables.ts'
import type { TestApp } from './app-for-tests.ts'
import { insertPerson } from './insert-person.ts'

export interface RetentionCase {
  /** Makes what will be deleted. */
  readonly seed: (app: TestApp) => Promise<unknown>
  /** How many there are. */
  readonly count: (app: TestApp) => Promise<number>
  /** Makes it due, where that is not the passing of time. */
  readonly trigger?: (app: TestApp) => Promise<unknown>
  /** What happens meanwhile. */
  readonly onTheWay?: (app: TestApp) => Promise<unknown>
}

/** By sweep, and by what it deletes. */
export type RetentionCases = Readonly<Record<string, Readonly<Record<string, RetentionCase>>>>

export const countIn =
  (...tables: readonly (keyof Tables)[]): RetentionCase['count'] =>
  async ({ ctx }) => {
    let count = 0
    for (const table of tables) {
      const { rows } = await ctx.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      count += Number(rows)
    }
    return count
  }

/** A row that only its time deletes. */
export const rowOf = (
  table: keyof Tables,
  values: (now: number, userId: number) => Readonly<Record<string, string | number | null | Uint8Array>>,
): RetentionCase => ({
  seed: async (app) => {
    await app.ctx.db.deleteFrom(table).execute()
    const { userId } = await insertPerson(app)
    await app.ctx.db
      .insertInto(table)
      .values(values(app.ctx.clock(), userId) as never)
      .execute()
  },
  count: countIn(table),
})

const minute = 60_000
const hour = 60 * minute
const bytes = new Uint8Array(33)
const ended = { provider: 'sandbox', customer_id: null, plan: 'pro', billing_interval: null } as const

export const retentionRows: RetentionCases = {
  revocations: {
    'What was revoked, by its ids, for a restore of a backup': rowOf('revocations', (now, user_id) => ({
      ...{ id: String(now), at: now, kind: 'sessions', user_id, project_id: null, environment_id: null },
      ...{ subject: '', state: null, detail: null, logged: 1, mac: bytes },
    })),
  },
  'email-changes': {
    'The former e-mail address of an account': rowOf('email_changes', (now, user_id) => ({
      id: String(now),
      user_id,
      old_email: 'former@example.com',
      old_canonical: 'former@example.com',
      new_email: 'ada@example.com',
      created_at: now,
      confirmed_at: now,
      mac: bytes,
    })),
  },
  'oidc-requests': {
    'A sign-in at the identity provider without an answer': {
      ...rowOf('oidc_requests', (now, user_id) => ({
        id: String(now),
        browser_hash: bytes,
        nonce: 'nonce',
        sealed_verifier: bytes,
        purpose: 'link',
        user_id,
        session_id: 'session',
        return_path: '/account',
        created_at: now,
        expires_at: now + hour,
        mac: bytes,
      })),
      trigger: async (app) => app.advance(hour + minute),
    },
  },
  'device-logins': {
    'A login of the command line by a code': {
      ...rowOf('device_logins', (now) => ({
        id: String(now),
        auth_hash: bytes,
        public_key: bytes,
        user_code_mac: bytes,
        device_name: 'laptop',
        client: 'envhold',
        ip: '192.0.2.1',
        status: 'pending',
        user_id: null,
        review_hash: null,
        token_id: null,
        sealed_token: null,
        interval_seconds: 5,
        last_polled_at: null,
        created_at: now,
        expires_at: now + hour,
        mac: bytes,
      })),
      trigger: async (app) => app.advance(hour + minute),
    },
  },
  'idempotency-keys': {
    'Stored answers to repeated requests': rowOf('idempotency_keys', (now, user_id) => ({
      id: String(now),
      user_id,
      attempt: 'a',
      fingerprint: bytes,
      created_at: now,
      reserved_until: now + minute,
      status: 201,
      answer: '{}',
      bytes: 2,
      mac: bytes,
    })),
  },
  'billing-records': {
    Invoices: rowOf('invoices', (created_at, user_id) => ({
      provider: 'sandbox',
      provider_id: 'i',
      subscription_id: 1,
      user_id,
      number: null,
      status: 'paid',
      total: 500,
      tax: 0,
      refunded: 0,
      currency: 'USD',
      created_at,
    })),
    Subscriptions: rowOf('subscriptions', (now, user_id) => ({
      ...ended,
      provider_id: 's',
      user_id,
      status: 'ended',
      period_start: now,
      period_end: now,
      cancel_at: null,
      ended_at: now,
      cancel_reason: null,
      test_mode: 1,
      revision: 1,
      fetched_at: now,
      created_at: now,
      mac: bytes,
    })),
    Checkouts: rowOf('checkouts', (now, user_id) => ({
      id: 'c',
      user_id,
      plan: 'pro',
      billing_interval: 'monthly',
      provider: 'sandbox',
      price_ref: 'p',
      session_id: null,
      subscription_id: null,
      closed_at: now,
      created_at: now,
      mac: bytes,
    })),
    'Notifications of payment providers': rowOf('webhook_events', (received_at) => ({
      provider: 'sandbox',
      event_id: 'e',
      type: 'invoice.paid',
      about: 'invoice',
      subscription_id: null,
      customer_id: null,
      checkout_id: null,
      payment_id: null,
      dispute_id: null,
      dispute_state: null,
      state: 'done',
      attempts: 1,
      next_attempt_at: null,
      received_at,
    })),
  },
  'sandbox-checkouts': {
    'Abandoned checkouts of the sandbox': rowOf('sandbox_checkouts', (now, user_id) => ({
      id: 'c',
      user_id,
      checkout_id: 'c',
      price_ref: 'p',
      billing_interval: 'monthly',
      total: 500,
      success_url: '/',
      cancel_url: '/',
      subscription_id: null,
      created_at: now,
      expires_at: now,
    })),
  },
  'mail-receipts': {
    'The times at which warnings were mailed': rowOf('mail_receipts', (now) => ({
      mail_id: 1,
      sent_at: now,
    })),
  },
  'second-factors': {
    'A sign-in that waits for its second factor': rowOf('mfa_tickets', (now, user_id) => ({
      id: String(now),
      auth_hash: bytes,
      user_id,
      address_family: 'ipv4',
      proof: 'password',
      methods: 'totp',
      password_digest: bytes,
      tries: 0,
      created_at: now,
      expires_at: now + minute,
      mac: bytes,
    })),
    'An authenticator app whose set-up was not finished': rowOf('totp_factors', (created_at, user_id) => ({
      id: String(created_at),
      user_id,
      sealed: bytes,
      confirmed_at: null,
      last_step: 0,
      created_at,
      last_used_at: null,
      mac: bytes,
    })),
  },
  'contact-messages': {
    'Messages from the contact page': rowOf('contact_messages', (created_at) => ({
      name: 'Ada',
      email: 'ada@example.com',
      company: null,
      subject: 'Hello',
      message: 'Hello',
      type: 'general',
      newsletter: 0,
      created_at,
      mailed_at: created_at,
    })),
  },
  'operator-jobs': {
    'Jobs of operators, with their results': rowOf('operator_jobs', (now, started_by) => ({
      kind: 'cleanup-expired',
      state: 'done',
      reason: 'Test',
      started_by,
      preview: '{}',
      processed: 0,
      total: 0,
      cursor: null,
      result: '{}',
      error: null,
      created_at: now,
      updated_at: now,
      finished_at: now,
    })),
  },
  nodes: {
    'A node that no longer runs': rowOf('nodes', (now) => ({
      id: 'web-1:4680',
      version: '1.0.0',
      started_at: now,
      seen_at: now,
      facts: '{}',
    })),
    'The last run of an hourly task': rowOf('task_runs', (started_at) => ({
      name: 'former-task',
      node: 'web-1:4680',
      started_at,
      finished_at: started_at,
      ms: 1,
      changed: 0,
      error: null,
      failed_since: null,
    })),
  },
  'passkey-challenges': {
    'A request to use a passkey': rowOf('webauthn_challenges', (now) => ({
      id: String(now),
      purpose: 'sign-in',
      user_id: null,
      ticket_id: null,
      expires_at: now + minute,
    })),
  },
}

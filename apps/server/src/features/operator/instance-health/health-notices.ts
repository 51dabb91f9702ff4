/** Notifies operators of warnings about the instance, once each, and again when they are over. */
import type { InstanceWarning, WarningKind } from '@envhold/contract/operator/instance-health.ts'
import type { Context } from '../../../context.ts'
import { inTransaction, type WithTrx } from '../../../db/transaction.ts'
import { createRunner, type Runner } from '../../../jobs/runner.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { createFetch } from '../../../outbound/create-fetch.ts'
import { listOperatorEmails } from '../../archive/phase/deletion-guard-store.ts'
import { listWarnings } from './check-instance-health.ts'
import { type HealthNotice, listNotices, type NoticeEvent, noticeRows } from './health-notice-store.ts'

/** Each warning in a few words, without anything that people have typed. */
const sentences: Readonly<Record<WarningKind, string>> = {
  database_fault: 'A node found a fault in the database',
  verification_failed: 'Verifying the audit logs found changes from outside',
  tampering_found: 'Rows that were changed from outside were rejected',
  disk_low: 'A disk is almost full',
  clock_uncertain: 'Nothing is deleted, because the clock may be wrong',
  clock_off: 'The clock of a node is off',
  node_missing: 'A node no longer reports',
  task_failed: 'An hourly task fails',
  revocations_pending: 'A restored backup brought back what had been revoked',
  backup_failed: 'The newest backup failed',
  backup_not_sent: 'Backups do not arrive where BACKUP_TO says',
  backup_missing: 'No new backup is known',
  backup_clean_up_failed: 'Older backups are not deleted where BACKUP_TO says',
  backup_invalid: 'A backup is damaged',
  mail_waiting: 'The mail server accepts nothing',
  webhook_failed: 'Notifications of a payment provider could not be processed',
  operator_without_factor: 'Operators have no second factor',
  public_url_missing: 'Links lead to localhost',
  payments_in_test_mode: 'Payments are in test mode',
  brake_held: 'Projects wait for the confirmation of an operator',
  usage_behind: 'Calls with API keys are not being counted',
}

/** `An hourly task fails: sessions`. The kind may be one of another version. */
const sentenceOf = ({
  kind,
  subject,
}: {
  readonly kind: string
  readonly subject: string | null
}): string => {
  const sentence = kind in sentences ? sentences[kind as WarningKind] : kind
  return subject === null ? sentence : `${sentence}: ${subject}`
}

type Subject = Pick<HealthNotice, 'kind' | 'subject'>

const minuteMs = 60_000
/** A warning that comes and goes is one until it has been gone for so long. */
const resolvedAfterMs = 5 * minuteMs
/** More than there are at once: a webhook call says no more. */
const maxAtOnce = 100

const idOf = ({ kind, subject }: Pick<InstanceWarning, 'kind' | 'subject'>) =>
  subject === null ? kind : `${kind} ${subject}`

export const createHealthNotices = (ctx: Context): Runner =>
  createRunner(ctx, {
    name: 'health-notices',
    // A server that has just started finds what the last one left.
    firstMs: 2 * minuteMs,
    everyMs: minuteMs,
    logsOnce: true,
    lease: { name: 'health-notices', isDue: async () => true },
    run: async () => {
      await updateNotices(ctx)
      await callWebhook(ctx)
    },
  })

/** Compares the warnings with those of which operators were notified, and queues what they are told. */
export async function updateNotices(ctx: Context): Promise<void> {
  const warnings = (await listWarnings(ctx)).slice(0, maxAtOnce)
  await inTransaction(ctx, async (tx) => {
    const known = await listNotices(tx)
    const current = new Map(warnings.map((warning) => [idOf(warning), warning]))
    const open = known.filter(({ webhook_event }) => webhook_event !== 'resolved')
    const isOpen = new Set(open.map(({ id }) => id))
    const opened = [...current].filter(([id]) => !isOpen.has(id))
    for (const [id, { kind, subject, since }] of opened) {
      // It was over, and the webhook has not accepted that yet.
      await noticeRows.remove(tx, { id })
      await noticeRows.insert(tx, {
        id,
        kind,
        subject,
        since: since === null ? null : Date.parse(since),
        opened_at: tx.clock(),
        missing_at: null,
        webhook_event: eventFor(tx, 'opened'),
      })
    }
    const resolved = await endNotices(tx, open, new Set(current.keys()))
    await mailNotices(
      tx,
      opened.map(([, warning]) => warning),
      resolved,
    )
  })
}

const eventFor = ({ config }: Pick<Context, 'config'>, event: NoticeEvent) =>
  config.healthNotices.webhookUrl ? event : ''

/** @returns what has been gone for long enough */
async function endNotices(
  tx: WithTrx<Context>,
  open: readonly HealthNotice[],
  current: ReadonlySet<string>,
): Promise<readonly HealthNotice[]> {
  const now = tx.clock()
  const ended: HealthNotice[] = []
  for (const notice of open) {
    const { id, missing_at } = notice
    if (current.has(id)) {
      if (missing_at !== null) await noticeRows.change(tx, notice, { missing_at: null })
    } else if (missing_at === null || missing_at > now)
      await noticeRows.change(tx, notice, { missing_at: now })
    else if (now - missing_at >= resolvedAfterMs) {
      ended.push(notice)
      if (eventFor(tx, 'resolved') === '') await noticeRows.remove(tx, { id })
      else await noticeRows.change(tx, notice, { webhook_event: 'resolved' })
    }
  }
  return ended
}

async function mailNotices(
  tx: WithTrx<Context>,
  opened: readonly Subject[],
  resolved: readonly Subject[],
): Promise<void> {
  const { email } = tx.config.healthNotices
  if (email === 'off' || opened.length + resolved.length === 0) return
  const variables = { opened: textOf(opened), resolved: textOf(resolved), count: opened.length }
  for (const to of email === undefined ? await listOperatorEmails(tx) : [email])
    await queueMail(tx, 'healthNotice', { to, variables })
}

const textOf = (warnings: readonly Subject[]): string => warnings.map(sentenceOf).join('\n')

/** Tells the webhook what it has not accepted yet. It is tried again each minute. */
export async function callWebhook(ctx: Context): Promise<void> {
  const url = ctx.config.healthNotices.webhookUrl?.reveal()
  if (url === undefined) return
  const fetch = createFetch({ origins: [new URL(url).origin] })
  for (const event of ['opened', 'resolved'] as const) {
    const rows = await listNotices(ctx, event, maxAtOnce)
    if (rows.length === 0) continue
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageOf(ctx, event, rows)),
    })
    if (!response.ok) throw new Error('The webhook of warnings did not accept them')
    await inTransaction(ctx, (tx) => forget(tx, event, rows))
  }
}

/** Those that have another event by now stay as they are. */
async function forget(tx: WithTrx<Context>, event: NoticeEvent, rows: readonly HealthNotice[]) {
  for (const row of rows)
    if (event === 'opened') await noticeRows.change(tx, row, { webhook_event: '' }, { mac: row.mac })
    else await noticeRows.remove(tx, { id: row.id, mac: row.mac })
}

/** `text` is what chat programs show. */
const messageOf = (
  { config }: Pick<Context, 'config'>,
  event: NoticeEvent,
  rows: readonly HealthNotice[],
) => ({
  event,
  instance: config.publicUrl,
  text: `${event === 'opened' ? 'Warnings' : 'Resolved'} on ${config.publicUrl}: ${rows.map(sentenceOf).join('; ')}`,
  warnings: rows.map(({ kind, subject, since }) => ({
    kind,
    subject,
    since: since === null ? null : new Date(since).toISOString(),
  })),
})

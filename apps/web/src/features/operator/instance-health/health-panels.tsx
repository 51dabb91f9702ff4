import { type InstanceHealth, maxCounted } from '@envhold/contract/operator/instance-health.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { Panel, PanelRows } from '../parts/panel.tsx'

const queued = (count: number) => boundedText(count, maxCounted)
const momentOr = (at: string | null, otherwise: string) => (at ? <Time at={at} /> : otherwise)

export function MailPanel({ mail }: Pick<InstanceHealth, 'mail'>) {
  return (
    <Panel title="Mail">
      <PanelRows
        facts={[
          { label: 'Mail server', value: mail.has_server ? 'Set up' : 'None: e-mails are files' },
          { label: 'Waiting', value: queued(mail.waiting) },
          { label: 'Oldest', value: momentOr(mail.oldest_at, '–') },
          ...mail.failures.map(({ failure, count }) => ({
            id: failure,
            label: `Last attempt failed with ${failure}`,
            value: formatCount(count),
          })),
        ]}
      />
    </Panel>
  )
}

export function WebhookPanel({ webhooks }: Pick<InstanceHealth, 'webhooks'>) {
  return (
    <Panel title="Payment Webhooks">
      <PanelRows
        facts={[
          { label: 'Received in 24 hours', value: queued(webhooks.received) },
          { label: 'Waiting', value: queued(webhooks.waiting) },
          { label: 'Failing', value: queued(webhooks.failing) },
        ]}
      />
    </Panel>
  )
}

export function ServerPanel({ health }: { health: InstanceHealth }) {
  const { argon2, clock_uncertainty, engine, node, node_version } = health
  return (
    <Panel title="Server">
      <PanelRows
        facts={[
          { label: 'Answered by', value: <span className="break-all">{node}</span> },
          { label: 'Node.js', value: node_version },
          {
            label: 'Size of the database',
            value: engine.bytes === null ? '–' : formatBinaryBytes(engine.bytes),
          },
          { label: 'Clock', value: clock_uncertainty ? `Uncertain: ${clock_uncertainty.why}` : 'Trusted' },
          {
            label: 'Password checks',
            value: `${formatCount(argon2.running)} running, ${formatCount(argon2.waiting)} waiting`,
          },
        ]}
      />
    </Panel>
  )
}

/** What must go on in the background so that nothing is lost and nothing stays too long. */
export function UpkeepPanel({ health: { backups, brake: guard, usage } }: { health: InstanceHealth }) {
  return (
    <Panel title="Upkeep">
      <PanelRows
        facts={[
          { label: 'Oldest uncounted call', value: momentOr(usage.oldest_uncounted_at, 'None') },
          { label: 'Newest backup', value: momentOr(backups.newest_at, 'None') },
          {
            label: 'Newest in another place',
            value: backups.offsite ? momentOr(backups.offsite.newest_at, 'None') : 'Backups stay here',
          },
          { label: 'Backup last verified', value: momentOr(backups.verified_at, 'Never') },
          {
            label: 'Archiving and deleting projects',
            value: guard ? `${formatCount(guard.held)} projects wait` : 'Not held',
          },
        ]}
      />
    </Panel>
  )
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** '900 B', '1.5 MiB', '42 GiB'. */
export function formatBinaryBytes(bytes: number): string {
  const unit = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const amount = bytes / 1024 ** unit
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[unit]}`
}

/** @param max where counting stopped */
export const boundedText = (count: number, max: number): string =>
  count >= max ? `${formatCount(max)} or more` : formatCount(count)

export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

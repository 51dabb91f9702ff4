import { providerIds } from '@envhold/contract/billing/payments.ts'
import type { Diagnostics, InstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import type { Config } from '../../../config/config.ts'
import { retentionText } from '../../../config/retention-setting.ts'
import type { Context } from '../../../context.ts'
import { readMigrated } from '../../../db/check-version.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { readLastErrors } from '../../../payments/settings/payment-settings-store.ts'
import { type Actor, transact } from '../../audit-log/tx.ts'
import { checkInstanceHealth } from './check-instance-health.ts'
import { countRows } from './health-store.ts'

/** The limiter is not part of the diagnostics: a command has none. */
const idle = { load: () => ({ running: 0, waiting: 0 }) }

/**
 * What a bug report needs to know of this instance. It can be published: it contains no secret, no name of a person, a
 * project or a machine, no address and no text from outside. That it was read is recorded.
 */
export async function makeDiagnostics(ctx: Context, actor: Actor): Promise<Diagnostics> {
  await transact(ctx, actor, async (tx) =>
    tx.record({
      type: 'diagnostics_read',
      description:
        actor.userId === null
          ? 'An operator on this machine read the diagnostics of the instance'
          : 'As an operator, read the diagnostics of the instance',
    }),
  )
  const failures = await readLastErrors(ctx)
  return {
    format: 1,
    made_at: wireTime(ctx.clock()),
    settings: diagnosticSettings(ctx.config),
    migrated: await readMigrated(ctx.db),
    rows: await countRows(ctx),
    provider_failures: providerIds.flatMap((provider) => {
      const failure = failures.get(provider)
      return failure ? [{ provider, failure: failure.text, at: wireTime(failure.at) }] : []
    }),
    health: withoutNames(await checkInstanceHealth(ctx, idle)),
  }
}

/** Machines have numbers in place of their names. */
function withoutNames({
  argon2: _argon2,
  checked_at: _checkedAt,
  ...health
}: InstanceHealth): Diagnostics['health'] {
  const ids = [
    ...new Set([health.node, ...health.nodes.map(({ id }) => id), ...health.tasks.map(({ node }) => node)]),
  ]
  const numbered = (id: string) => `node ${ids.indexOf(id) + 1}`
  /** The name of a task of each node ends with the node's. */
  const withoutNode = (name: string) => {
    const id = ids.find((id) => name === id || name.endsWith(`/${id}`))
    return id === undefined ? name : `${name.slice(0, name.length - id.length)}${numbered(id)}`
  }
  return {
    ...health,
    node: numbered(health.node),
    nodes: health.nodes.map((node) => ({ ...node, id: numbered(node.id) })),
    tasks: health.tasks.map((task) => ({ ...task, name: withoutNode(task.name), node: numbered(task.node) })),
    warnings: health.warnings.map((warning) => ({
      ...warning,
      subject: warning.subject === null ? null : withoutNode(warning.subject),
    })),
  }
}

type Setting = Diagnostics['settings'][number]

/** A setting whose value names nobody and is no secret. */
const visible = (name: string, value: string | number | boolean): Setting => ({ name, is_set: true, value })
/** Any other: whether it is set is all that is said. */
const hidden = (name: string, value: unknown): Setting => ({ name, is_set: value !== undefined, value: null })

/** Each setting is one or the other: a new one does not compile until it is here. */
const settings: { readonly [Name in keyof Config]: (value: Config[Name]) => Setting | readonly Setting[] } = {
  port: (port) => visible('PORT', port),
  host: (host) => hidden('HOST', host),
  publicUrl: () => [],
  hasPublicUrl: (isSet) => hidden('PUBLIC_URL', isSet || undefined),
  dataDir: (folder) => hidden('DATA_DIR', folder),
  databaseUrl: (url) => hidden('DATABASE_URL', url),
  postgres: ({ poolSize, lockMs, idleMs, namedStatements }) => [
    visible('DATABASE_POOL_SIZE', poolSize),
    visible('DATABASE_LOCK_TIMEOUT_MS', lockMs),
    visible('DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', idleMs),
    visible('DATABASE_NAMED_STATEMENTS', namedStatements),
  ],
  databaseMaxBytes: (bytes) =>
    bytes === undefined ? hidden('DATABASE_MAX_GB', undefined) : visible('DATABASE_MAX_GB', bytes / 1e9),
  serverSecret: (secret) => hidden('SERVER_SECRET', secret),
  trustProxy: (ranges) => hidden('TRUST_PROXY', ranges.length > 0 ? true : undefined),
  smtpUrl: (url) => hidden('SMTP_URL', url),
  mailFrom: (from) => hidden('MAIL_FROM', from),
  supportEmail: (email) => hidden('SUPPORT_EMAIL', email),
  suspensionMessage: (message) => hidden('SUSPENSION_MESSAGE', message),
  paymentProviderUrls: (urls) =>
    hidden('PAYMENT_PROVIDER_URLS', Object.keys(urls).length > 0 ? true : undefined),
  signUps: (mode) => visible('SIGN_UPS', mode),
  metricsToken: (token) => hidden('METRICS_TOKEN', token),
  traces: (traces) => [
    hidden('OTEL_EXPORTER_OTLP_ENDPOINT', traces?.url),
    hidden('OTEL_EXPORTER_OTLP_HEADERS', traces?.headers),
    traces ? visible('OTEL_TRACES_SAMPLER_ARG', traces.ratio) : hidden('OTEL_TRACES_SAMPLER_ARG', undefined),
  ],
  logLevel: (level) => visible('LOG_LEVEL', level),
  logFormat: (format) => (format ? visible('LOG_FORMAT', format) : hidden('LOG_FORMAT', undefined)),
  maxConnections: (max) => visible('MAX_CONNECTIONS', max),
  maxConnectionsPerIp: (max) => visible('MAX_CONNECTIONS_PER_IP', max),
  bodyMemoryBytes: (bytes) => visible('BODY_MEMORY_MB', bytes / 1024 ** 2),
  healthNotices: ({ email, webhookUrl }) => [
    hidden('HEALTH_EMAIL', email),
    hidden('HEALTH_WEBHOOK_URL', webhookUrl),
  ],
  backups: ({ retained, everyHours, warningDays, to, recipients, s3 }) => [
    visible('BACKUP_WARNING_DAYS', warningDays),
    visible('BACKUPS_RETAINED', retentionText(retained)),
    hidden('BACKUP_TO', to),
    hidden('BACKUP_RECIPIENT', recipients[0]),
    hidden('BACKUP_S3_KEY_ID', s3.keyId),
    hidden('BACKUP_S3_KEY', s3.key),
    everyHours === undefined
      ? hidden('BACKUP_EVERY_HOURS', undefined)
      : visible('BACKUP_EVERY_HOURS', everyHours),
  ],
  drainSeconds: (seconds) => visible('DRAIN_SECONDS', seconds),
}

const settingOf = <Name extends keyof Config>(config: Config, name: Name) => settings[name](config[name])

/** The settings of this process, with the values of those that are safe to publish. */
const diagnosticSettings = (config: Config): Setting[] =>
  (Object.keys(settings) as (keyof Config)[]).flatMap((name) => settingOf(config, name))

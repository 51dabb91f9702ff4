import type { Diagnostics } from '@envhold/contract/operator/diagnostics.ts'
import type { Config } from '../../../config/config.ts'

type Setting = Diagnostics['settings'][number]

/** A setting whose value names nobody and is no secret. */
const shown = (name: string, value: string | number | boolean): Setting => ({ name, is_set: true, value })
/** Any other: whether it is set is all that is said. */
const hidden = (name: string, value: unknown): Setting => ({ name, is_set: value !== undefined, value: null })

/** Each setting is one or the other: a new one does not compile until it is here. */
const settings: { readonly [Name in keyof Config]: (value: Config[Name]) => Setting | readonly Setting[] } = {
  port: (port) => shown('PORT', port),
  host: (host) => hidden('HOST', host),
  publicUrl: () => [],
  hasPublicUrl: (isSet) => hidden('PUBLIC_URL', isSet || undefined),
  dataDir: (folder) => hidden('DATA_DIR', folder),
  databaseUrl: (url) => hidden('DATABASE_URL', url),
  postgres: ({ poolSize, lockMs, idleMs, namedStatements }) => [
    shown('DATABASE_POOL_SIZE', poolSize),
    shown('DATABASE_LOCK_TIMEOUT_MS', lockMs),
    shown('DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', idleMs),
    shown('DATABASE_NAMED_STATEMENTS', namedStatements),
  ],
  databaseMaxBytes: (bytes) =>
    bytes === undefined ? hidden('DATABASE_MAX_GB', undefined) : shown('DATABASE_MAX_GB', bytes / 1e9),
  serverSecret: (secret) => hidden('SERVER_SECRET', secret),
  trustProxy: (ranges) => hidden('TRUST_PROXY', ranges.length > 0 ? true : undefined),
  smtpUrl: (url) => hidden('SMTP_URL', url),
  mailFrom: (from) => hidden('MAIL_FROM', from),
  supportEmail: (email) => hidden('SUPPORT_EMAIL', email),
  suspensionMessage: (message) => hidden('SUSPENSION_MESSAGE', message),
  paymentProviderUrls: (urls) =>
    hidden('PAYMENT_PROVIDER_URLS', Object.keys(urls).length > 0 ? true : undefined),
  signUps: (mode) => shown('SIGN_UPS', mode),
  metricsToken: (token) => hidden('METRICS_TOKEN', token),
  logLevel: (level) => shown('LOG_LEVEL', level),
  maxConnections: (max) => shown('MAX_CONNECTIONS', max),
  maxConnectionsPerIp: (max) => shown('MAX_CONNECTIONS_PER_IP', max),
  bodyMemoryBytes: (bytes) => shown('BODY_MEMORY_MB', bytes / 1024 ** 2),
  backups: ({ retained, everyHours }) => [
    shown('BACKUPS_RETAINED', retained),
    everyHours === undefined
      ? hidden('BACKUP_EVERY_HOURS', undefined)
      : shown('BACKUP_EVERY_HOURS', everyHours),
  ],
  drainSeconds: (seconds) => shown('DRAIN_SECONDS', seconds),
}

const settingOf = <Name extends keyof Config>(config: Config, name: Name) => settings[name](config[name])

/** The settings of this process, with the values of those that are safe to publish. */
export const diagnosticSettings = (config: Config): Setting[] =>
  (Object.keys(settings) as (keyof Config)[]).flatMap((name) => settingOf(config, name))

/**
 * The settings of the server, checked as a whole: every invalid setting is reported at once, and a server never
 * starts half-configured.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type SignUpMode, signUpModes } from '@envhold/contract/accounts/accounts.ts'
import { isIpOrRange } from '@envhold/contract/ip-range.ts'
import { limits } from '@envhold/contract/limits.ts'
import { z } from 'zod'
import { type BackupSettings, backupFields, backupSettings, checkBackupSettings } from './backup-settings.ts'
import { databaseUrlProblem } from './database-url.ts'
import { isConfidential } from './loopback.ts'
import { defaultSupportEmail, type MailFrom, mailFrom, smtpUrl, supportEmail } from './mail-settings.ts'
import { type ProviderUrls, providerUrls } from './provider-urls.ts'
import { readSecretFiles, type Secret, secret, serverSecretText } from './secrets.ts'
import { numberBetween, originOf } from './setting-forms.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** Scheme, host and port, without a slash at the end. */
  readonly publicUrl: string
  /** False: {@link publicUrl} is the default, which only this machine can open. */
  readonly hasPublicUrl: boolean
  /** An absolute path. */
  readonly dataDir: string
  /** PostgreSQL; if undefined, the SQLite file in the data folder. */
  readonly databaseUrl: Secret | undefined
  readonly postgres: PostgresSettings
  /** What a database of PostgreSQL may grow to; undefined: nobody watches its disk from here. */
  readonly databaseMaxBytes: number | undefined
  /** If undefined, the one in the data folder. */
  readonly serverSecret: Secret | undefined
  /** Ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[]
  /** If undefined, mails are files in the data folder. */
  readonly smtpUrl: Secret | undefined
  readonly mailFrom: MailFrom | undefined
  /** Where users get help. */
  readonly supportEmail: string
  /** What a suspended user reads below the reason. */
  readonly suspensionMessage: string
  /** Local servers that stand in for payment providers, for tests and development. */
  readonly paymentProviderUrls: ProviderUrls
  /** Holds until an operator chooses another mode. */
  readonly signUps: SignUpMode
  readonly metricsToken: Secret | undefined
  /** Where spans of calls are sent; undefined: nowhere. */
  readonly traces: TraceSettings | undefined
  readonly logLevel: LogLevel
  /** Without one, text at a terminal. */
  readonly logFormat: LogFormat | undefined
  /** Open connections at once, in total and from one IP address (IPv6: one /64). Trusted proxies are exempt. */
  readonly maxConnections: number
  readonly maxConnectionsPerIp: number
  /** The memory for request bodies that are being received, in bytes. */
  readonly bodyMemoryBytes: number
  /** How long the server keeps serving after SIGTERM, reporting itself as not ready. */
  readonly drainSeconds: number
  readonly backups: BackupSettings
  readonly healthNotices: HealthNoticeSettings
}

/** Who is notified of warnings about the instance. */
export interface HealthNoticeSettings {
  /** Undefined: every operator; `off`: nobody by e-mail. */
  readonly email: string | undefined
  readonly webhookUrl: Secret | undefined
}

/** Settings for PostgreSQL; unused with SQLite. */
export interface PostgresSettings {
  /** Connections of this process. */
  readonly poolSize: number
  /** How long a transaction waits for a lock, in milliseconds. */
  readonly lockMs: number
  /** After this time PostgreSQL ends a transaction whose process no longer responds, in milliseconds. */
  readonly idleMs: number
  /** Whether frequent statements are named, so that PostgreSQL reuses their plans. */
  readonly namedStatements: boolean
}

/** An OpenTelemetry collector. */
export interface TraceSettings {
  /** With the path. */
  readonly url: string
  /** Headers for it, such as `authorization=Bearer%20…`. */
  readonly headers: Secret | undefined
  /** Of all calls, from 0 to 1. */
  readonly ratio: number
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

/** Invalid settings: all of them, each with what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export const defaultDataDir = './data'

const isHost = (host: string) =>
  isIP(host) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host)

const databaseUrl = z.string().superRefine((text, context) => {
  const message = databaseUrlProblem(text)
  if (message) context.addIssue({ code: 'custom', message })
})

const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port, 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port, 0 to 65535')
    .default(4680),
  HOST: z.string().refine(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .transform(originOf)
    .refine((origin) => origin !== undefined, 'must be like https://vault.example.com, without a path')
    .optional(),
  DATA_DIR: z.string().default(defaultDataDir),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: numberBetween(2, 500).default(12),
  DATABASE_LOCK_TIMEOUT_MS: numberBetween(100, 60_000).default(5_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: numberBetween(500, 60_000).default(3_000),
  DATABASE_MAX_GB: numberBetween(1, 1_000_000).optional(),
  DATABASE_NAMED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SERVER_SECRET: serverSecretText.optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((range) => range !== ''))
    .pipe(
      z.array(
        z.string().refine(isIpOrRange, 'must be a list of addresses or CIDR ranges, such as 10.0.0.0/8, ::1'),
      ),
    )
    .default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  SUPPORT_EMAIL: supportEmail.optional(),
  SUSPENSION_MESSAGE: z
    .string()
    .max(limits.descriptionLength, `must have at most ${limits.descriptionLength} characters`)
    .default('You can still manage your subscription and billing.'),
  PAYMENT_PROVIDER_URLS: providerUrls.optional(),
  SIGN_UPS: z.enum(signUpModes, 'must be open, invited, approval or closed').default('open'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable characters without a space')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL, such as http://localhost:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=\s]+=[\x21-\x7e]+$/, 'must be like name=value,name=value')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(logFormats, 'must be json or text').optional(),
  MAX_CONNECTIONS: numberBetween(1, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_IP: numberBetween(1, 1_000_000).default(1_000),
  // Below 8, one caller's quarter could not hold a body of the maximum size.
  BODY_MEMORY_MB: numberBetween(8, 100_000).default(64),
  DRAIN_SECONDS: numberBetween(0, 3_600).default(0),
  ...backupFields,
  HEALTH_EMAIL: z.union([z.literal('off'), supportEmail], 'must be an e-mail address, or off').optional(),
  HEALTH_WEBHOOK_URL: z
    .string()
    .refine(
      (text) => isConfidential(URL.parse(text)),
      'must be a URL with https, or with http on this machine',
    )
    .optional(),
})

/** Rules that involve several settings. */
const crossChecks = (set: Readonly<Record<string, string>>): string[] => [
  ...(set.DATABASE_URL && !set.SERVER_SECRET
    ? [
        'SERVER_SECRET is required with PostgreSQL, the same on every node. For a new instance: envhold-server secret new 1',
      ]
    : []),
  ...(set.SMTP_URL && !set.MAIL_FROM ? ['MAIL_FROM is required with SMTP_URL: the sender of e-mails'] : []),
  ...checkBackupSettings(set),
]

/** @throws ConfigError naming every invalid setting, never with its value */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const inFiles = readSecretFiles(environment)
  const set = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const text = inFiles.set[name] ?? environment[name]?.trim()
      return text ? [[name, text]] : []
    }),
  )
  const parsed = settings.safeParse(set)
  const own = parsed.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? []
  const problems = [...inFiles.problems, ...own, ...crossChecks(set)]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const { data } = parsed
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl,
    hasPublicUrl: data.PUBLIC_URL !== undefined,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: secret(data.DATABASE_URL),
    postgres: {
      poolSize: data.DATABASE_POOL_SIZE,
      lockMs: data.DATABASE_LOCK_TIMEOUT_MS,
      idleMs: data.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
      namedStatements: data.DATABASE_NAMED_STATEMENTS === 'on',
    },
    databaseMaxBytes: data.DATABASE_MAX_GB && data.DATABASE_MAX_GB * 1_000_000_000,
    serverSecret: secret(data.SERVER_SECRET),
    trustProxy: data.TRUST_PROXY,
    smtpUrl: secret(data.SMTP_URL),
    mailFrom: data.MAIL_FROM,
    supportEmail: data.SUPPORT_EMAIL ?? defaultSupportEmail(publicUrl),
    suspensionMessage: data.SUSPENSION_MESSAGE,
    paymentProviderUrls: data.PAYMENT_PROVIDER_URLS ?? {},
    signUps: data.SIGN_UPS,
    metricsToken: secret(data.METRICS_TOKEN),
    traces: data.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${data.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
          headers: secret(data.OTEL_EXPORTER_OTLP_HEADERS),
          ratio: data.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT,
    maxConnections: data.MAX_CONNECTIONS,
    maxConnectionsPerIp: data.MAX_CONNECTIONS_PER_IP,
    bodyMemoryBytes: data.BODY_MEMORY_MB * 1024 * 1024,
    drainSeconds: data.DRAIN_SECONDS,
    backups: backupSettings(data),
    healthNotices: { email: data.HEALTH_EMAIL, webhookUrl: secret(data.HEALTH_WEBHOOK_URL) },
  }
}

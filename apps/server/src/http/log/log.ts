import { writeSync } from 'node:fs'
import type { LogFormat, LogLevel } from '../../config/config.ts'
import { describeError } from './describe-error.ts'
import { createLogger, lineOf } from './json-logger.ts'
import { openLogDestination } from './log-destination.ts'
import { textLine } from './text-line.ts'

interface FailedMail {
  readonly template: string
  readonly attempt: number
  readonly code: string
  readonly status: number | undefined
  /** Whether the mail is retried later. */
  readonly again: boolean
}

/** A call that was answered, for the log and the metrics. */
export interface CompletedCall {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route, never the path as it was sent. */
  readonly route: string
  readonly status: number
  readonly ip: string
  readonly ms: number
  /** How much of that the call waited on purpose, as a long poll does. */
  readonly waitedMs: number
}

/**
 * The server's log: one function for each kind of event, with the fields that it writes. No function accepts free text
 * or an arbitrary object, so nothing is logged by accident.
 */
export interface Log {
  started(at: { readonly url: string; readonly engine: string; readonly ms: number }): void
  stopping(why: { readonly signal: string }): void
  stopped(): void
  /** Requests that were slow or failed with an internal error; with LOG_LEVEL=debug, all requests. */
  answered(request: CompletedCall): void
  /** A request that failed with an internal error. */
  fault(of: { readonly requestId: string; readonly route: string; readonly error: unknown }): void
  /** Background work that failed. */
  taskFailed(of: { readonly task: string; readonly error: unknown }): void
  /** A failed sync of the database file: the process ends after this line. */
  syncFailed(of: { readonly error: unknown }): void
  /** A fault of the stored data; `fault` is a fixed text of this server. */
  storageFailed(of: { readonly fault: string }): void
  /** How far this machine's clock is ahead of the database's, or the newest entry ahead of the clock. */
  clockOff(by: { readonly clockAheadMs: number; readonly newestEntryAheadMs: number }): void
  /** Sweeps delete nothing, because the clock is uncertain. */
  sweepsHeld(doubt: { readonly why: string; readonly byMs: number }): void
  /** Too many projects would be archived or deleted: an operator has to confirm it. */
  downgradesHeld(by: { readonly projects: number; readonly of: number }): void
  /** A sweep; one that removed nothing is logged with LOG_LEVEL=debug. */
  swept(by: { readonly task: string; readonly removed: number; readonly ms: number }): void
  /** A payment provider did not do what was asked. It answered with `status`, or the connection failed with `code`. */
  providerFailed(of: {
    readonly provider: string
    readonly failure: string
    readonly status: number | undefined
    readonly code: string | undefined
  }): void
  /** The identity provider did not sign a person in. `code` is of the protocol or ours. */
  identityProviderFailed(of: { readonly failure: string; readonly code: string }): void
  /** A row without a valid MAC of this server. */
  tampered(row: { readonly table: string; readonly id: string; readonly requestId: string }): void
  /** Logs neither the recipient nor the content of a mail. */
  mailSent(mail: { readonly template: string }): void
  /** The answer of an authenticator that was not accepted. Its texts are not logged: they quote what it signed. */
  passkeyRejected(of: { readonly purpose: string; readonly requestId: string }): void
  /** Passkeys that were made for another host than that of PUBLIC_URL, and so cannot be used. */
  passkeysUnusable(of: { readonly count: number; readonly host: string }): void
  /** Without a mail server, each mail is written to a file. */
  mailWritten(mail: { readonly template: string; readonly file: string }): void
  /** `code` and `status` are the mail server's. Its texts are not logged, because they can quote the e-mail address. */
  mailFailed(mail: FailedMail): void
  /** A webhook that its provider has not signed. */
  webhookRejected(by: { readonly provider: string }): void
  /** A subscription that no checkout of ours led to, or that pays for nothing that is sold here. */
  subscriptionUnbound(at: { readonly provider: string }): void
  /** A provider uses a word for a subscription's state that this version does not know. */
  paymentStatusUnknown(of: { readonly provider: string; readonly status: string }): void
  /** So many subscriptions are unknown to a provider that its key is taken to be wrong: nothing was ended. */
  subscriptionsGone(at: { readonly provider: string; readonly gone: number; readonly asked: number }): void
  /** A text of a public page in the data folder that cannot be used: the built-in one is shown. */
  pageTextRejected(of: { readonly file: string; readonly why: string }): void
  /** The web app has not been built, so only the API is served. */
  webAppMissing(folder: string): void
  /** The server has a public URL, and no mail server is configured. */
  mailServerMissing(publicUrl: string): void
  /** Other machines can connect, and links lead to the default of PUBLIC_URL. */
  publicUrlMissing(publicUrl: string): void
  /** The server has a public URL, and sells plans for no money. */
  paymentsInTestMode(publicUrl: string): void
  /** A chain that does not pass through its point of the newest root; `root` if that itself is not valid. */
  chainChanged(at: { readonly chain: string }): void
  /** The newest entry of an audit chain, in the format of `envhold-server verify --head`. */
  auditHead(head: string): void
  /** What was revoked, in the format of `envhold-server backup revocations --log`. */
  revoked(revocation: string): void
  /** Files that other users could read, whose permissions are now restricted. */
  filesClosed(files: readonly string[]): void
  /** A proxy on this machine sends its clients' IP addresses, and TRUST_PROXY does not contain the proxy. */
  proxyNotTrusted(peer: { readonly ip: string }): void
  /** A trusted proxy names something else than an IP address, so that all its clients share its own; logged once. */
  forwardedUnreadable(proxy: { readonly ip: string }): void
  /** Connections that were closed because too many were open; logged at most once a minute. */
  connectionsRefused(since: { readonly count: number }): void
  /** Traces that the collector did not accept; logged at most once a minute. */
  tracesFailed(of: { readonly error: unknown }): void
  /** Writes the held lines before the process ends. False: a write is stuck in the operating system. */
  flush(): Promise<boolean>
}

const slowMs = 1_000

const levelOf = ({ status, ms, waitedMs }: CompletedCall) => {
  if (status >= 500) return 'error'
  return ms - waitedMs >= slowMs ? 'warn' : 'debug'
}

const standardError = 2
const droppedLine = (dropped: number) => lineOf('warn', { dropped }, 'log lines were dropped')

/** For the last line of a process that ends immediately. A destination that is blocked must not delay the end. */
const writeAtOnce = (line: string): void => {
  try {
    writeSync(standardError, line)
  } catch {
    // Nothing reads the log any more.
  }
}

const mailServerText =
  'no mail server is set (SMTP_URL): inviters pass links on, and no e-mail address can be verified'
const publicUrlText =
  'PUBLIC_URL is not set, although HOST lets other machines connect: links lead to this machine only, see docs/runbooks/public-url.md'

interface LogOptions {
  /** One JSON object a line, or text for people. */
  readonly format?: LogFormat
  /** Where lines go instead of the standard error stream. */
  readonly to?: { readonly write: (line: string) => void }
}

/** Two ways to the same lines: without delaying requests, and, for the last line of a process, immediately. */
function openLogger(level: LogLevel, { format = 'json', to }: LogOptions) {
  const isColored = format === 'text' && !to && process.stderr.hasColors?.()
  const formatted = (line: string) => (format === 'text' ? textLine(line, isColored) : line)
  const stderr = to ? undefined : openLogDestination(standardError, (count) => formatted(droppedLine(count)))
  const into = (write: (line: string) => void) => createLogger(level, (line) => write(formatted(line)))
  return {
    stderr,
    logger: into((line) => (to ?? stderr)?.write(line)),
    atOnce: into((line) => (to ? to.write(line) : writeAtOnce(line))),
  }
}

/** Writes lines to the standard error stream. */
export function createLog(level: LogLevel, destination: LogOptions = {}): Log {
  const { logger, atOnce, stderr } = openLogger(level, destination)
  return {
    started: ({ url, engine, ms }) => logger.info({ url, engine, ms }, 'ready'),
    stopping: ({ signal }) => logger.info({ signal }, 'stopping'),
    stopped: () => logger.info({}, 'stopped'),
    answered: (request) => {
      const level = levelOf(request)
      if (!logger.isLevelEnabled(level)) return
      const { requestId, method, route, status, ip } = request
      const ms = Math.round(request.ms * 10) / 10
      const waitedMs = Math.round(request.waitedMs)
      logger[level](
        { requestId, method, route, status, ip, ms, ...(waitedMs > 0 && { waitedMs }) },
        'answered',
      )
    },
    fault: ({ requestId, route, error }) =>
      logger.error({ requestId, route, ...describeError(error) }, 'request failed'),
    taskFailed: ({ task, error }) => logger.error({ task, ...describeError(error) }, 'task failed'),
    syncFailed: ({ error }) =>
      atOnce.fatal(describeError(error), 'the disk failed to store what was written: the process ends'),
    storageFailed: ({ fault }) => logger.error({ fault }, 'the stored data has a fault'),
    clockOff: ({ clockAheadMs, newestEntryAheadMs }) =>
      logger.warn({ clockAheadMs, newestEntryAheadMs }, 'the clock is off: check the time of this machine'),
    sweepsHeld: ({ why, byMs }) =>
      logger.warn({ why, byMs }, 'nothing is swept, since the clock may be wrong: check the time'),
    downgradesHeld: ({ projects, of }) =>
      logger.error(
        { projects, of },
        'nothing is archived or deleted until an operator confirms it: envhold-server operator confirm-deletions',
      ),
    swept: ({ task, removed, ms }) => logger[removed > 0 ? 'info' : 'debug']({ task, removed, ms }, 'swept'),
    providerFailed: ({ provider, failure, status, code }) =>
      logger.warn({ provider, failure, status, code }, 'a payment provider failed'),
    identityProviderFailed: ({ failure, code }) =>
      logger.warn({ failure, code }, 'the identity provider failed'),
    tampered: ({ table, id, requestId }) =>
      logger.error({ table, id, requestId }, 'a row was changed from outside'),
    mailSent: ({ template }) => logger.info({ template }, 'mail sent'),
    passkeyRejected: ({ purpose, requestId }) =>
      logger.info({ purpose, requestId }, 'a passkey was rejected'),
    passkeysUnusable: ({ count, host }) =>
      logger.warn({ count, host }, 'passkeys cannot be used: they were made for another PUBLIC_URL'),
    mailWritten: ({ template, file }) => logger.info({ template, file }, 'mail written to the outbox'),
    mailFailed: ({ template, attempt, code, status, again }) =>
      logger.warn({ template, attempt, code, status, again }, 'mail not sent'),
    webhookRejected: ({ provider }) => logger.warn({ provider }, 'a webhook was rejected'),
    subscriptionUnbound: ({ provider }) =>
      logger.warn({ provider }, 'a subscription belongs to no checkout of this server'),
    paymentStatusUnknown: ({ provider, status }) =>
      logger.warn({ provider, status }, 'a provider uses an unknown subscription status'),
    subscriptionsGone: ({ provider, gone, asked }) =>
      logger.error({ provider, gone, asked }, 'a provider knows too few subscriptions: nothing was ended'),
    pageTextRejected: ({ file, why }) =>
      logger.warn({ file, why }, 'a page text was rejected, so the built-in one is shown'),
    webAppMissing: (folder) => logger.warn({ folder }, 'the web app is not built'),
    mailServerMissing: (publicUrl) => logger.warn({ publicUrl }, mailServerText),
    publicUrlMissing: (publicUrl) => logger.warn({ publicUrl }, publicUrlText),
    paymentsInTestMode: (publicUrl) =>
      logger.warn(
        { publicUrl },
        'payments are in test mode, so everyone can take a paid plan without paying: see docs/runbooks/payments-in-test-mode.md',
      ),
    chainChanged: ({ chain }) => logger.error({ chain }, 'a chain of the audit log was changed from outside'),
    auditHead: (head) => logger.info({ head }, 'head of an audit chain'),
    revoked: (revocation) => logger.info({ revocation }, 'access was revoked'),
    filesClosed: (files) =>
      logger.warn({ files }, 'other users could read these files; now only their owner can'),
    forwardedUnreadable: ({ ip }) =>
      logger.warn({ ip }, 'X-Forwarded-For of a trusted proxy names no IP address: its clients share one'),
    proxyNotTrusted: ({ ip }) =>
      logger.warn({ ip }, 'X-Forwarded-For is ignored: set TRUST_PROXY to the address of your proxy'),
    connectionsRefused: ({ count }) =>
      logger.warn({ count }, 'connections were refused: see MAX_CONNECTIONS and MAX_CONNECTIONS_PER_IP'),
    tracesFailed: ({ error }) => logger.warn(describeError(error), 'traces were not sent'),
    flush: async () => (await stderr?.flush()) ?? true,
  }
}

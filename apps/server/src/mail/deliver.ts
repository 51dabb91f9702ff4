import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailStep } from '@envhold/contract/operator/mail-templates.ts'
import type { Config } from '../config/config.ts'
import { parseSmtpUrl, type SmtpServer } from '../config/mail-settings.ts'
import { type Delivered, describeFailure } from './delivery-failure.ts'
import type { RenderedMail } from './render-mail.ts'

export interface OutgoingMail {
  readonly template: string
  readonly to: string
  readonly mail: RenderedMail
  /** The same on every attempt, so that a mailbox recognises a second copy. */
  readonly id: string
  readonly at: number
}

/** @throws DeliveryFailure, or a file system error */
export type Deliver = (outgoing: OutgoingMail, signal: AbortSignal) => Promise<Delivered>

const waits = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

const connectionTo = ({ host, port, secure, mayBeClear, login }: SmtpServer) => ({
  host,
  port,
  secure,
  requireTLS: !secure && !mayBeClear,
  // Where plain text is allowed, an untrusted certificate is no worse.
  ...(mayBeClear && { tls: { rejectUnauthorized: false } }),
  ...(login && { auth: login }),
  ...waits,
})

/** Sends messages to the mail server if one is set, otherwise to the outbox in the data folder. */
export function createDelivery(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
): Deliver {
  const { hostname } = new URL(config.publicUrl)
  const from = config.mailFrom ?? { name: 'Envhold', address: `envhold@${hostname}` }
  const server = config.smtpUrl && parseSmtpUrl(config.smtpUrl.reveal())

  const optionsOf = ({ to, mail, id, at }: OutgoingMail) => ({
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    ...mail,
    messageId: `<${id}@${hostname}>`,
    date: new Date(at),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  const toServer = async (
    outgoing: OutgoingMail,
    signal: AbortSignal,
    to: SmtpServer,
  ): Promise<Delivered> => {
    const { createTransport } = await import('nodemailer')
    const { logger, reached } = recordProgress(to)
    try {
      const options = { ...connectionTo(to), logger, debug: true }
      await createTransport(options).sendMail({ ...optionsOf(outgoing), signal })
    } catch (error) {
      throw describeFailure(error, reached)
    }
    return { file: undefined, reached: [...reached, 'message_accepted'] }
  }

  const toOutbox = async (outgoing: OutgoingMail): Promise<Delivered> => {
    const { createTransport } = await import('nodemailer')
    const files = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await files.sendMail(optionsOf(outgoing))
    if (!(message instanceof Uint8Array)) throw new TypeError('The message is not complete')
    return { file: await writeToOutbox(config.dataDir, { ...outgoing, message }), reached: [] }
  }

  return async (outgoing, signal) =>
    server ? await toServer(outgoing, signal, server) : await toOutbox(outgoing)
}

/** The command that a step answers; the greeting answers none. */
const stepOf: Readonly<Record<string, MailStep>> = {
  '': 'greeted',
  MAIL: 'sender_accepted',
  RCPT: 'recipient_accepted',
}
const signedIn = '235'

/** Records how far a session with a mail server came, by what the client library logs. */
function recordProgress({ secure }: { readonly secure: boolean }) {
  const reached = new Set<MailStep>()
  /** Commands without a response yet: a client may send several at once. */
  const waiting = ['']
  let isUpgrading = false
  const ignore = () => {}
  const onInfo = (entry: unknown) => {
    const { tnx, remotePort } = Object(entry)
    if (tnx !== 'network' || remotePort === undefined) return
    reached.add('connected')
    if (secure) reached.add('encrypted')
  }
  /** Only the first word is read: the others are addresses and credentials. */
  const onCommand = (command: string) => {
    waiting.push(command)
    if (command === 'EHLO' && isUpgrading) reached.add('encrypted')
    if (command === 'STARTTLS') isUpgrading = true
  }
  const onResponse = (status: string) => {
    const answered = waiting.shift() ?? 'none'
    const step = status === signedIn ? 'signed_in' : stepOf[answered]
    if (step && status.startsWith('2')) reached.add(step)
  }
  const onDebug = (entry: unknown, line: unknown) => {
    const { tnx } = Object(entry)
    const [word = ''] = /^[A-Z]+|^\d{3}/.exec(String(line)) ?? ['other']
    if (tnx === 'client') onCommand(word)
    if (tnx === 'server') onResponse(word)
  }
  return {
    reached,
    logger: {
      level: ignore,
      trace: ignore,
      debug: onDebug,
      info: onInfo,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  }
}

/**
 * Stores a message as a file with mode 0600: completely or not at all.
 * @returns the path of the file
 */
export async function writeToOutbox(
  dataDir: string,
  { template, at, message }: { readonly template: string; readonly at: number; readonly message: Uint8Array },
): Promise<string> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
  const file = join(folder, `${time}-${template}-${randomBytes(3).toString('hex')}.eml`)
  const draft = `${file}.draft`
  try {
    const to = await open(draft, 'wx', 0o600)
    try {
      await to.writeFile(message)
      await to.sync()
    } finally {
      await to.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return file
}

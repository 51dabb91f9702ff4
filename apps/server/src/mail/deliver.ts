import type { Config } from '../config/config.ts'
import { parseSmtpUrl, type SmtpServer } from '../config/smtp-url.ts'
import { describeFailure } from './delivery-failure.ts'
import { writeToOutbox } from './outbox.ts'
import type { RenderedMail } from './render-mail.ts'

export interface Letter {
  readonly template: string
  readonly to: string
  readonly mail: RenderedMail
  /** The same on every attempt, so that a mailbox knows a second copy as one. */
  readonly id: string
  readonly at: number
}

/** Where a message went: to the mail server, or to this file. */
export type Delivered = { readonly file: string | undefined }

/** @throws DeliveryFailure, or what the file system says */
export type Deliver = (letter: Letter, signal: AbortSignal) => Promise<Delivered>

const waits = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

const connectionTo = ({ host, port, secure, mayBeClear, login }: SmtpServer) => ({
  host,
  port,
  secure,
  requireTLS: !secure && !mayBeClear,
  // Where clear text is allowed, a certificate that proves nothing is no worse.
  ...(mayBeClear && { tls: { rejectUnauthorized: false } }),
  ...(login && { auth: login }),
  ...waits,
})

/** Hands messages to the mail server where one is set, else to the outbox in the data folder. */
export function createDelivery(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
): Deliver {
  const { hostname } = new URL(config.publicUrl)
  const from = config.mailFrom ?? { name: 'Envhold', address: `envhold@${hostname}` }
  const server = config.smtpUrl && parseSmtpUrl(config.smtpUrl.reveal())

  const optionsOf = ({ to, mail, id, at }: Letter) => ({
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

  const toServer = async (letter: Letter, signal: AbortSignal, to: SmtpServer): Promise<Delivered> => {
    const { createTransport } = await import('nodemailer')
    try {
      await createTransport(connectionTo(to)).sendMail({ ...optionsOf(letter), signal })
    } catch (error) {
      throw describeFailure(error)
    }
    return { file: undefined }
  }

  const toOutbox = async (letter: Letter): Promise<Delivered> => {
    const { createTransport } = await import('nodemailer')
    const files = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await files.sendMail(optionsOf(letter))
    if (!(message instanceof Uint8Array)) throw new TypeError('The message is not in one piece')
    return { file: await writeToOutbox(config.dataDir, { ...letter, message }) }
  }

  return async (letter, signal) => (server ? await toServer(letter, signal, server) : await toOutbox(letter))
}

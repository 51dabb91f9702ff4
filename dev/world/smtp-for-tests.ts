// A mail server in the test's own process: it speaks real SMTP, stores what it accepts, and rejects what it is told
// to.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { type ReadMail, readMail } from './mails.ts'
import { selfSigned } from './self-signed-server.ts'

export interface ReceivedMail extends ReadMail {
  readonly raw: string
  /** Whether it came over TLS. */
  readonly sealed: boolean
  readonly user: string | undefined
}

export interface SmtpForTests {
  readonly port: number
  readonly received: ReceivedMail[]
  /** Its response to the next messages, by sender, by recipient or at their end; undefined: it accepts them. */
  refuse: { readonly status: number; readonly at: 'sender' | 'recipient' | 'data' } | undefined
  /** Runs before the response to a message. */
  beforeAnswer: () => Promise<void>
  /** How many connections there were. */
  connections: number
  readonly stop: () => Promise<void>
}

export interface SmtpOptions {
  readonly startTls?: boolean
  readonly login?: { readonly user: string; readonly pass: string }
  /** Runs before the response to an accepted message. */
  readonly onTaken?: (mail: ReceivedMail) => Promise<void>
}

// The library greets after 100 ms, to catch clients that talk first. Ours do not.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

const refusal = (responseCode: number, to: string) =>
  Object.assign(new Error(`<${to}> is not wanted here`), { responseCode })

export async function smtpForTests({
  startTls = true,
  login,
  onTaken = async () => {},
}: SmtpOptions = {}): Promise<SmtpForTests> {
  const addressOf = ({ envelope }: SMTPServerSession) => envelope.rcptTo[0]?.address ?? ''
  const server = new SMTPServer({
    authOptional: login === undefined,
    logger: false,
    // The library's own has expired.
    ...selfSigned(),
    // Otherwise each connection asks a name server, and waits 1.5 seconds for one that is silent.
    disableReverseLookup: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onConnect: (_, done) => {
      smtp.connections++
      done()
    },
    onAuth: ({ username, password }, _, done) => {
      const right = username === login?.user && password === login?.pass
      done(right ? null : refusal(535, ''), right ? { user: username } : undefined)
    },
    onMailFrom: ({ address }, _, done) => {
      const { refuse } = smtp
      done(refuse?.at === 'sender' ? refusal(refuse.status, address) : null)
    },
    onRcptTo: ({ address }, _, done) => {
      const { refuse } = smtp
      done(refuse?.at === 'recipient' ? refusal(refuse.status, address) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await smtp.beforeAnswer()
        const { refuse } = smtp
        if (refuse?.at === 'data') return done(refusal(refuse.status, addressOf(session)))
        const raw = Buffer.concat(chunks).toString()
        const user = typeof session.user === 'string' ? session.user : undefined
        const mail = { ...(await readMail(raw)), raw, sealed: session.secure, user }
        smtp.received.push(mail)
        await onTaken(mail)
        done()
      })
    },
  })
  // A client that disconnects is not an error of the server.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const smtp: SmtpForTests = {
    port: (server.server.address() as AddressInfo).port,
    received: [],
    refuse: undefined,
    beforeAnswer: async () => {},
    connections: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}

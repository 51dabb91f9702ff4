import type { MailStep } from '@envhold/contract/operator/mail-templates.ts'

/** The command that a step answers; the greeting answers none. */
const stepOf: Readonly<Record<string, MailStep>> = {
  '': 'greeted',
  MAIL: 'sender_accepted',
  RCPT: 'recipient_accepted',
}
const signedIn = '235'

/** Records how far a session with a mail server came, by what the client library logs. */
export function recordProgress({ secure }: { readonly secure: boolean }) {
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

import type { ClockContext, Context, TrxContext } from '../context.ts'
import type { Origin } from '../http/route.ts'
import { everyTemplate, type QueuedTemplate, type TemplateValues } from './every-template.ts'
import {
  changeMail,
  insertMail,
  joinMs,
  lockJoinable,
  releaseJoinable,
  reserveMailRate,
} from './mail-queue-store.ts'
import type { MailTemplate } from './mail-template.ts'

type Mailing = TrxContext<'clock' | 'secrets'> & { readonly mail: Pick<Context['mail'], 'wake'> }

interface Addressed<Key extends QueuedTemplate> {
  readonly to: string
  readonly variables: TemplateValues<Key>
}

/**
 * Adds a message to the queue, within the transaction that it reports: it is sent only if that commits. The queue
 * stores mails unencrypted, so a secret template is rejected. Beyond the limit per recipient the mail is dropped.
 */
export async function queueMail<Key extends QueuedTemplate>(
  tx: Mailing,
  key: Key,
  addressed: Addressed<Key>,
): Promise<void> {
  await queueMailIfAllowed(tx, key, addressed)
}

/** {@link queueMail}, for a mail that can be queued later. @returns whether it was within the limit */
export async function queueMailIfAllowed<Key extends QueuedTemplate>(
  tx: Mailing,
  key: Key,
  { to, variables }: Addressed<Key>,
): Promise<boolean> {
  const template = templateOf(key)
  if (!(await reserveMailRate(tx.db, template.name, to, tx.clock()))) return false
  await insert(tx, template, { to, variables, receipt: 0 })
  return true
}

/**
 * {@link queueMail}, for a mail that something waits for: a receipt says when it was sent. It is never dropped, so only
 * the passing of time may cause it, never a user who repeats a request.
 * @returns the id that the receipt has
 */
export const queueMailWithReceipt = <Key extends QueuedTemplate>(
  tx: Mailing,
  key: Key,
  { to, variables }: Addressed<Key>,
): Promise<number> => insert(tx, templateOf(key), { to, variables, receipt: 1 })

/** Makes one mail of two to the same recipient; undefined if they are about different things. */
type Join<Key extends QueuedTemplate> = (
  waiting: TemplateValues<Key>,
  added: TemplateValues<Key>,
) => TemplateValues<Key> | undefined

/**
 * {@link queueMail}, for many recipients of a mail that is likely to be followed by others of its kind: it is sent
 * after five minutes, and the others join it until then.
 */
export async function queueJoinedMails<Key extends QueuedTemplate>(
  tx: Mailing & TrxContext<'engine'>,
  key: Key,
  mails: readonly Addressed<Key>[],
  join: Join<Key>,
): Promise<void> {
  const template = templateOf(key)
  const joinable = { template: template.name, recipient: mails.map(({ to }) => to) }
  const waiting = Map.groupBy(await lockJoinable(tx, joinable, tx.clock()), ({ recipient }) => recipient)
  for (const { to, variables } of mails) {
    const joined = (waiting.get(to) ?? []).flatMap((mail) => {
      const present = parseOwn(template, mail.variables)
      const both = present && join(present as TemplateValues<Key>, variables)
      return both ? [{ mail, both }] : []
    })[0]
    if (joined) await changeMail(tx, joined.mail, JSON.stringify(template.parse(joined.both)))
    else if (await reserveMailRate(tx.db, template.name, to, tx.clock()))
      await insert(tx, template, { to, variables, receipt: 0, waitMs: joinMs })
  }
}

/** Undefined for other variables: another version of the server queued them, and must find them as they are. */
function parseOwn(template: MailTemplate, variables: string) {
  try {
    return template.parse(JSON.parse(variables))
  } catch {
    return undefined
  }
}

/** Sends what {@link queueJoinedMails} queued, before what is queued next. */
export async function sendJoinedMails(tx: Mailing, key: QueuedTemplate): Promise<void> {
  await releaseJoinable(tx, templateOf(key).name, tx.clock())
  tx.mail.wake()
}

function templateOf(key: QueuedTemplate): MailTemplate {
  const template: MailTemplate = everyTemplate[key]
  if (template.secret) throw new Error(`The mail ${template.name} holds a secret and cannot be queued`)
  return template
}

interface Queued {
  readonly to: string
  readonly variables: unknown
  readonly receipt: 0 | 1
  readonly waitMs?: number
}

async function insert(
  tx: Mailing,
  template: MailTemplate,
  { to, variables, receipt, waitMs = 0 }: Queued,
): Promise<number> {
  const filled = JSON.stringify(template.parse(variables))
  const id = await insertMail(
    tx,
    { template: template.name, recipient: to, variables: filled, receipt },
    tx.clock(),
    waitMs,
  )
  tx.mail.wake()
  return id
}

/** The circumstances of an action, for a mail about the user's own account with the link ‘This was not me’. */
export const noticeVariables = (
  { clock }: ClockContext,
  userId: number,
  { userAgent, ip }: Origin,
): { when: number; device: string; ip: string; userId: number } => ({
  when: clock(),
  device: userAgent,
  ip,
  userId,
})

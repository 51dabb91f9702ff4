import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { parseStored } from '../db/parse-stored.ts'
import { isUntampered, logTampered } from '../db/unless-tampered.ts'
import type { Log } from '../http/log/log.ts'
import type { Deliver, OutgoingMail } from './deliver.ts'
import {
  type Delivered,
  DeliveryFailure,
  describeFailure,
  failureText,
  isAboutTheMessage,
  otherVariables,
  whenAgain,
} from './delivery-failure.ts'
import { templateList } from './every-template.ts'
import {
  checkMail,
  claimMail,
  postponeMail,
  type QueuedMail,
  removeMail,
  removeSentMail,
} from './mail-queue-store.ts'
import { linkSigner, renderMail, type ZoneOf } from './render-mail.ts'

interface SenderDeps {
  readonly db: Db
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Context['secrets']
  /** The URL of this instance. */
  readonly url: string
  readonly deliver: Deliver
  /** Without a mail server, mails get no link that opens something. */
  readonly hasServer: boolean
  readonly zoneOf: ZoneOf
  readonly counts: { sent: number; failed: number }
}

/** Longer than an attempt can take, so that no other node claims a mail that is being sent. */
const leaseMs = 120_000
const attemptMs = 30_000

/** One with a secret link is never queued. */
const queueable = templateList.filter(({ secret }) => !secret)
const templates = new Map(queueable.map((template) => [template.name, template]))
const names = [...templates.keys()]

/** Whether this server queued the mail unchanged. A row from anyone else is logged and not sent. */
const isOwn = (deps: Pick<SenderDeps, 'secrets' | 'log'>, mail: QueuedMail): boolean =>
  isUntampered(() => checkMail(deps, mail), logTampered(deps, 'mail'))

/** Whether the date that a mail warns of has passed while it waited. What happened then has a mail of its own. */
function isOver({ template, variables }: QueuedMail, now: number): boolean {
  const variable = templates.get(template)?.validUntil
  if (variable === undefined) return false
  const until = parseStored(values, variables)[variable]
  return typeof until === 'number' && until <= now
}

/** The template checks them. */
const values = z.record(z.string(), z.unknown())

async function outgoingOf(
  { url, secrets, hasServer, zoneOf }: Pick<SenderDeps, 'url' | 'secrets' | 'hasServer' | 'zoneOf'>,
  mail: QueuedMail,
): Promise<OutgoingMail> {
  const { template: name, recipient: to, created_at: at } = mail
  const zone = await zoneOf(to)
  try {
    const template = templates.get(name)
    if (!template) throw new Error('Only known templates are claimed')
    const sign = hasServer ? linkSigner({ secrets }, url, { to, at }) : undefined
    const variables = template.parseQueued(parseStored(values, mail.variables))
    const rendered = await renderMail(template, variables, url, { sign, zone })
    const id = `${name}.${mail.id}.${mail.created_at}`
    return { template: name, to, mail: rendered, id, at }
  } catch {
    throw new DeliveryFailure({ code: otherVariables, permanent: false })
  }
}

interface Stop {
  /** Nothing more is started. */
  readonly asked: AbortSignal
  /** What is being sent is aborted. */
  readonly signal: AbortSignal
}

async function attempt(deps: SenderDeps, mail: QueuedMail, stop: Stop): Promise<Delivered | DeliveryFailure> {
  try {
    const outgoing = await outgoingOf(deps, mail)
    return await deps.deliver(outgoing, AbortSignal.any([stop.signal, AbortSignal.timeout(attemptMs)]))
  } catch (error) {
    return describeFailure(error)
  }
}

/**
 * Sends what is due in the queue, one after the other. A mail leaves the queue once the mail server has accepted it;
 * if the process dies between the two, it is sent again with the same message id.
 */
export async function sendQueued(deps: SenderDeps, stop: Stop): Promise<void> {
  const { db, clock, log, counts } = deps
  while (!stop.asked.aborted) {
    const now = clock()
    const mail = await claimMail(db, { templates: names, now, leaseUntil: now + leaseMs })
    if (!mail) return
    if (!isOwn(deps, mail) || isOver(mail, now)) {
      await removeMail(db, mail)
      continue
    }
    const { template, attempts } = mail
    const outcome = await attempt(deps, mail, stop)
    if (!(outcome instanceof DeliveryFailure)) {
      await removeSentMail(db, mail, clock())
      counts.sent++
      if (outcome.file === undefined) log.mailSent({ template })
      else log.mailWritten({ template, file: outcome.file })
      continue
    }
    const { code, status } = outcome
    const next = whenAgain(outcome, attempts, clock())
    if (next === undefined) await removeMail(db, mail)
    else await postponeMail(db, mail, { until: next, failure: failureText(outcome) })
    counts.failed++
    log.mailFailed({ template, attempt: attempts, code, status, again: next !== undefined })
    // The mail server takes no message: the others need not learn it one by one.
    if (!isAboutTheMessage(outcome)) return
  }
}

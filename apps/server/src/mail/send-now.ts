import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Log } from '../http/log/log.ts'
import type { Deliver } from './deliver.ts'
import { type Delivered, DeliveryFailure, describeFailure } from './delivery-failure.ts'
import type { Mail } from './mail.ts'
import { line } from './mail-body.ts'
import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'
import { linkSigner, type RenderedMail, renderMail, renderTestMail, type ZoneOf } from './render-mail.ts'

interface SendNowDeps {
  readonly deliver: Deliver
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Context['secrets']
  readonly url: string
  readonly hasServer: boolean
  readonly zoneOf: ZoneOf
  readonly counts: { sent: number; failed: number }
}

/** Shorter than a client waits for its response. */
const nowMs = 7_000

/** Mails that are sent without the queue. */
export function createSendNow({
  deliver,
  clock,
  log,
  secrets,
  url,
  hasServer,
  zoneOf,
  counts,
}: SendNowDeps): Pick<Mail, 'sendNow' | 'sendTest'> & {
  /** Waits for those that are being sent. */
  readonly finished: () => Promise<unknown>
} {
  const underWay = new Set<Promise<Delivered | DeliveryFailure>>()

  const send = async (
    name: string,
    to: string,
    render: (at: number) => Promise<RenderedMail>,
  ): Promise<Delivered | DeliveryFailure> => {
    try {
      const at = clock()
      const mail = await render(at)
      const outgoing = { template: name, to, mail, id: `${name}.${randomUUID()}`, at }
      const delivered = await deliver(outgoing, AbortSignal.timeout(nowMs))
      const { file } = delivered
      counts.sent++
      if (file === undefined) log.mailSent({ template: name })
      else log.mailWritten({ template: name, file })
      return delivered
    } catch (error) {
      const failure = describeFailure(error)
      const { code, status } = failure
      counts.failed++
      log.mailFailed({ template: name, attempt: 1, code, status, again: false })
      return failure
    }
  }

  /** The caller need not wait for it. */
  const track = (sending: Promise<Delivered | DeliveryFailure>) => {
    underWay.add(sending)
    return sending.finally(() => underWay.delete(sending))
  }

  return {
    sendNow: async (template, { to, variables }) => {
      const sending = send(template.name, to, async (at) =>
        hasServer
          ? renderMail(template, variables, url, {
              sign: linkSigner({ secrets }, url, { to, at }),
              zone: await zoneOf(to),
            })
          : renderMail(leaveOutSecrets(template), variables, url, { zone: await zoneOf(to) }),
      )
      return !((await track(sending)) instanceof DeliveryFailure)
    },
    sendTest: (template, to) => track(send(template.name, to, () => renderTestMail(template))),
    finished: () => Promise.all(underWay),
  }
}

/** A link to its page alone, without the fragment and the query. */
const pageOf = (link: unknown) => {
  const { origin, pathname } = new URL(String(link))
  return origin + pathname
}

/**
 * The same template for a copy on disk: no link in it opens anything, and the copy says so. The type of a variable
 * decides what is a link, so that no template can forget one.
 */
function leaveOutSecrets<V extends Variables>(template: MailTemplate<V>): MailTemplate<V> {
  const links = Object.entries(template.variables).flatMap(([name, { type }]) =>
    type === 'link' ? [name] : [],
  )
  if (links.length === 0) return template
  return {
    ...template,
    parse: (values) => {
      const parsed = template.parse(values)
      const pages = links.map((name) => [name, pageOf(parsed[name])])
      return { ...parsed, ...Object.fromEntries(pages) } as ValuesOf<V>
    },
    body: (values, url) => {
      const { paragraphs, action, ...body } = template.body(values, url)
      return {
        ...body,
        paragraphs: [
          line`This copy was not sent, because no mail server is set. The secret part of its link is omitted, so the link opens nothing.`,
          ...paragraphs,
        ],
        ...(action && { action }),
      }
    },
  }
}

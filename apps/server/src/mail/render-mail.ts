import type { SecretsContext } from '../context.ts'
import { type MailBody, textOf } from './mail-body.ts'
import { examplesOf, type MailTemplate } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'
import { formatSignedLink, type LinkPurpose, signedLinkDays } from './signed-link.ts'
import { inTimeZone } from './wording.ts'

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: { readonly name: ''; readonly address: string }
}

/** The time zone of the account with an e-mail address; null: not known. */
export type ZoneOf = (email: string) => Promise<string | null>

interface ForReader {
  /** Without it, no link of the mail is signed. */
  readonly sign?: SignLink | undefined
  /** The time zone of its reader; null: not known. */
  readonly zone?: string | null
}

const maxSubjectLength = 180

/** A header is one line, whatever a project is called. */
const headerLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, maxSubjectLength)

/** Renders a message in HTML and in plain text. React loads with the first one: most servers send few. */
export async function renderMail<V extends Variables>(
  template: MailTemplate<V>,
  variables: ValuesOf<V>,
  url: string,
  { sign, zone = null }: ForReader = {},
): Promise<RenderedMail> {
  const { htmlOf } = await import('./layout.ts')
  const values = template.parse(variables)
  const written = inTimeZone(zone, () => ({
    subject: template.subject(values),
    body: template.body(values, url),
  }))
  const body = addLinks(template, values, written.body, sign)
  const { replyTo } = template
  return {
    subject: headerLine(written.subject),
    html: htmlOf(body, url),
    text: plainText(body, url),
    ...(replyTo && { replyTo: { name: '', address: String(values[replyTo]) } }),
  }
}

/** Each paragraph is one line: every mail program breaks lines to fit its window. */
function plainText(body: MailBody, url: string): string {
  const { title, paragraphs, facts = [], action, ways = [], notMe, closing = [], reason } = body
  return [
    title,
    ...paragraphs.map(textOf),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...ways.map(({ label, url, note }) => `${label}: ${note}\n${url}`),
    ...(notMe
      ? [`If this was not you, open this link within ${signedLinkDays} days to ${notMe.effect}: ${notMe.url}`]
      : []),
    ...closing.map(textOf),
    `-- \nSent by Envhold at ${url}\nYou received this e-mail because ${reason}.\n`,
  ].join('\n\n')
}

/** Nobody can own this domain: no link of an example leads anywhere. */
const exampleUrl = 'https://vault.example.com'

/** A mail filled in with the examples of its variables. No link in it is signed. */
export const renderExample = (template: MailTemplate): Promise<RenderedMail> =>
  renderMail(template, examplesOf(template), exampleUrl, {
    sign: (purpose) => `${exampleUrl}/${purpose}#example`,
  })

/** An example that is sent: its subject says so. */
export async function renderTestMail(template: MailTemplate): Promise<RenderedMail> {
  const mail = await renderExample(template)
  return { ...mail, subject: `[Test] ${mail.subject}` }
}

/** Signs the links of one mail. */
type SignLink = (purpose: LinkPurpose, userId: number, subject: string) => string

/** Where a link leads: the secret part is in the fragment, which browsers do not send and logs do not contain. */
export const linkSigner =
  (ctx: SecretsContext, url: string, mail: { readonly to: string; readonly at: number }): SignLink =>
  (purpose, userId, subject) =>
    `${url}/${purpose}#${formatSignedLink(ctx, { purpose, userId, subject, issuedAt: mail.at }, mail.to)}`

/**
 * Adds the signed links that a template asks for. Without a mail server there is no signer: the copy on disk must not
 * contain a working link.
 */
function addLinks(
  { notMe, removes, action }: Pick<MailTemplate, 'notMe' | 'removes' | 'action'>,
  values: Readonly<Record<string, unknown>>,
  body: MailBody,
  sign: SignLink | undefined,
): MailBody {
  const { userId, changeId, factorId } = values
  if (!sign || typeof userId !== 'number' || userId === 0) return body
  const subject = typeof changeId === 'string' ? changeId : ''
  const secure = 'sign out every device and reset your password'
  return {
    ...body,
    ...(action && { action: { label: action.label, url: sign(action.purpose, userId, subject) } }),
    ...(notMe && {
      notMe:
        removes && typeof factorId === 'string' && factorId !== ''
          ? { url: sign('remove-factor', userId, factorId), effect: `remove ${removes}, ${secure}` }
          : { url: sign('not-me', userId, ''), effect: secure },
    }),
  }
}

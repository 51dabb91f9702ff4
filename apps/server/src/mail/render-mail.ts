import type { MailBody } from './mail-body.ts'
import { addLinks, type SignLink } from './mail-links.ts'
import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'
import { textOf } from './set-apart.ts'
import { signedLinkDays } from './signed-link.ts'

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: { readonly name: ''; readonly address: string }
}

const longestSubject = 180

/** A header is one line, whatever a project is called. */
const headerLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, longestSubject)

/** Renders a message in HTML and in plain text. React loads with the first one: most servers send few. */
export async function renderMail<V extends Variables>(
  template: MailTemplate<V>,
  variables: ValuesOf<V>,
  url: string,
  sign?: SignLink,
): Promise<RenderedMail> {
  const { htmlOf } = await import('./layout.ts')
  const values = template.parse(variables)
  const body = addLinks(template, values, template.body(values, url), sign)
  const { replyTo } = template
  return {
    subject: headerLine(template.subject(values)),
    html: htmlOf(body, url),
    text: plainText(body, url),
    ...(replyTo && { replyTo: { name: '', address: String(values[replyTo]) } }),
  }
}

/** Each paragraph is one line: every mail program breaks lines to fit its window. */
function plainText(body: MailBody, url: string): string {
  const { title, paragraphs, facts = [], action, notMe, closing = [], reason } = body
  return [
    title,
    ...paragraphs.map(textOf),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing.map(textOf),
    ...(notMe
      ? [
          `If this was not you, open this link within ${signedLinkDays} days to sign out every device and reset your password: ${notMe}`,
        ]
      : []),
    `-- \nSent by Envhold at ${url}\nYou received this e-mail because ${reason}.\n`,
  ].join('\n\n')
}

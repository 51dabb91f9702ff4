import { addLinks, type SignLink } from './mail-links.ts'
import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'
import { plainText } from './plain-text.ts'

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

import type { MailBody } from './mail-body.ts'
import { textOf } from './set-apart.ts'

/** Each paragraph is one line: every mail program breaks lines to fit its window. */
export function plainText(body: MailBody, url: string): string {
  const { title, paragraphs, facts = [], action, closing = [], reason } = body
  return [
    title,
    ...paragraphs.map(textOf),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing.map(textOf),
    `-- \nSent by Envhold at ${url}\nYou get this mail because ${reason}.\n`,
  ].join('\n\n')
}

import type { MailBody } from './mail-body.ts'
import { textOf } from './set-apart.ts'
import { signedLinkDays } from './signed-link.ts'

/** Each paragraph is one line: every mail program breaks lines to fit its window. */
export function plainText(body: MailBody, url: string): string {
  const { title, paragraphs, facts = [], action, notMe, closing = [], reason } = body
  return [
    title,
    ...paragraphs.map(textOf),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing.map(textOf),
    ...(notMe
      ? [
          `Was this not you? Open this link within ${signedLinkDays} days to sign out every device and to get a link for a new password: ${notMe}`,
        ]
      : []),
    `-- \nSent by Envhold at ${url}\nYou get this mail because ${reason}.\n`,
  ].join('\n\n')
}

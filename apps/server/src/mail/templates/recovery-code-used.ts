import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, count } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

const leftOf = (left: number): string =>
  left === 0 ? 'None is left.' : left === 1 ? 'One is left.' : `${left} are left.`

/** At this number, the mail asks for new codes. */
const warnAt = 3

export const recoveryCodeUsed = mailTemplate({
  name: 'recovery-code-used',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a recovery code was used in place of the authenticator app.',
  notMe: true,
  variables: { ...circumstances, left: count('How many codes are left', 9) },
  subject: () => 'A recovery code was used',
  body: (of, url) => ({
    title: 'A recovery code was used',
    preview: leftOf(of.left),
    paragraphs: [
      line`Someone signed in to your account, or confirmed an action, with one of your recovery codes. Each code works once. ${leftOf(of.left)}`,
      ...(of.left <= warnAt ? [line`Create new codes on your account page before you run out.`] : []),
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone has your password and your codes: change your password immediately, sign out all other sessions, and create new codes.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

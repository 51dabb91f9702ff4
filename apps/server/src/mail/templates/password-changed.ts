import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passwordChanged = mailTemplate({
  name: 'password-changed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the password of an account was changed.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your password was changed',
  body: (of, url) => ({
    title: 'Your password was changed',
    preview: 'All other sessions were signed out.',
    paragraphs: [line`Your sign-in password was changed. All other sessions were signed out.`],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone else can sign in as you: ask the operator of this server to suspend the account.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passwordChanged = mailTemplate({
  name: 'password-changed',
  category: 'security',
  priority: 'critical',
  description: 'Tells that the password of an account was changed.',
  variables: circumstances,
  subject: () => 'Your password was changed',
  body: (of, url) => ({
    title: 'Your password was changed',
    preview: 'Every other session was signed out.',
    paragraphs: [line`The password you sign in with was changed. Every other session was signed out.`],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, somebody else can sign in as you: ask whoever runs this Envhold to suspend the account.`,
    ],
    reason: 'this is the address of your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const totpRemoved = mailTemplate({
  name: 'totp-removed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the authenticator app was turned off.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your authenticator app is off',
  body: (of, url) => ({
    title: 'Your authenticator app is off',
    preview: 'Signing in needs no code any more.',
    paragraphs: [
      line`The authenticator app was turned off for your account, and its recovery codes no longer work. Signing in needs no code any more.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, change your password immediately, sign out all other sessions, and turn the app on again.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

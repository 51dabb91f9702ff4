import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const totpAdded = mailTemplate({
  name: 'totp-added',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an authenticator app was turned on.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your authenticator app is on',
  body: (of, url) => ({
    title: 'Your authenticator app is on',
    preview: 'Signing in now needs a code.',
    paragraphs: [
      line`An authenticator app was turned on for your account. Signing in now needs a code of the app after your password. If you lose the app, your recovery codes let you in.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone else is signed in as you: sign out all other sessions and change your password.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

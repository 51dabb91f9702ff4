import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordChanged = mailTemplate({
  name: 'master-password-changed',
  category: 'security',
  priority: 'critical',
  description: 'Tells that the master password was changed by somebody who knew the old one.',
  variables: circumstances,
  subject: () => 'Your master password was changed',
  body: (of, url) => ({
    title: 'Your master password was changed',
    preview: 'The old one no longer opens your vault.',
    paragraphs: [
      line`A new master password was set by somebody who knew the old one. The old one no longer opens your vault.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, change the password you sign in with at once. Your recovery key gets you back in.`,
    ],
    reason: 'this is the address of your account',
  }),
})

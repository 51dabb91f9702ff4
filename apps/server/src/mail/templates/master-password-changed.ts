import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordChanged = mailTemplate({
  name: 'master-password-changed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the master password was changed by someone who knew the old one.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your master password was changed',
  body: (of, url) => ({
    title: 'Your master password was changed',
    preview: 'The old one no longer opens your vault.',
    paragraphs: [
      line`Someone who knew the old master password set a new one. The old one no longer opens your vault.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, change your sign-in password immediately. You can get back in with your recovery key.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordRecovered = mailTemplate({
  name: 'master-password-recovered',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a new master password was set with the recovery key.',
  notMe: true,
  variables: circumstances,
  subject: () => 'A new master password was set',
  body: (of, url) => ({
    title: 'A new master password was set',
    preview: 'The recovery key was used instead of the old master password.',
    paragraphs: [
      line`A new master password was set with the recovery key. The old one no longer opens your vault.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone has your sign-in password and your recovery key: change the password immediately, and replace the secrets that you store here.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

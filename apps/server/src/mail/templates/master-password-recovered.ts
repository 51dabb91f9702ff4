import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordRecovered = mailTemplate({
  name: 'master-password-recovered',
  category: 'security',
  priority: 'critical',
  description: 'Tells that a new master password was set with the recovery key.',
  variables: circumstances,
  subject: () => 'A new master password was set for you',
  body: (of, url) => ({
    title: 'A new master password was set',
    preview: 'With the recovery key, instead of the old master password.',
    paragraphs: [
      line`Instead of the old master password, the recovery key was used to set a new one. The old one no longer opens your vault.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, somebody has your password and your recovery key: change the password you sign in with at once, and replace the secrets you keep here.`,
    ],
    reason: 'this is the address of your account',
  }),
})

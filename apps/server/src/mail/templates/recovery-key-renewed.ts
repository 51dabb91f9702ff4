import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const recoveryKeyRenewed = mailTemplate({
  name: 'recovery-key-renewed',
  category: 'security',
  priority: 'critical',
  description: 'Tells that a new recovery key has taken the place of the old one.',
  variables: circumstances,
  subject: () => 'You have a new recovery key',
  body: (of, url) => ({
    title: 'You have a new recovery key',
    preview: 'The old one no longer opens your vault.',
    paragraphs: [
      line`A new recovery key was made for your vault and shown once. The old one no longer opens it: throw its sheet away.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, somebody knows your master password: change it, and the password you sign in with.`,
    ],
    reason: 'this is the address of your account',
  }),
})

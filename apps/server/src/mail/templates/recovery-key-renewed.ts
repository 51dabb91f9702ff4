import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const recoveryKeyRenewed = mailTemplate({
  name: 'recovery-key-renewed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a new recovery key replaced the old one.',
  notMe: true,
  variables: circumstances,
  subject: () => 'You have a new recovery key',
  body: (of, url) => ({
    title: 'You have a new recovery key',
    preview: 'The old one no longer opens your vault.',
    paragraphs: [
      line`A new recovery key was created for your vault and shown once. The old one no longer opens it: destroy its sheet.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone knows your master password: change it, and your sign-in password too.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

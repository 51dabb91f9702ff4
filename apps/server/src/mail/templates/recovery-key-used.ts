import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const recoveryKeyUsed = mailTemplate({
  name: 'recovery-key-used',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the recovery key was used, and that a new one replaced it.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your recovery key was used',
  body: (of, url) => ({
    title: 'Your recovery key was used',
    preview: 'A new one replaced it.',
    paragraphs: [
      line`A recovery key opens a vault once. A new one replaced it and was shown after its use: keep that one, and destroy the old sheet.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, change your sign-in password immediately, and replace the secrets that you store here.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

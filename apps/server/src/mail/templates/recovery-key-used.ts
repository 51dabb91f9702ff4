import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const recoveryKeyUsed = mailTemplate({
  name: 'recovery-key-used',
  category: 'security',
  priority: 'critical',
  description: 'Tells that the recovery key was used, and that another has taken its place.',
  variables: circumstances,
  subject: () => 'Your recovery key was used',
  body: (of, url) => ({
    title: 'Your recovery key was used',
    preview: 'Another has taken its place.',
    paragraphs: [
      line`A recovery key opens a vault once. Another has taken its place, and was shown to whoever used it: keep that one, and throw the old sheet away.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, change the password you sign in with at once, and replace the secrets you keep here.`,
    ],
    reason: 'this is the address of your account',
  }),
})

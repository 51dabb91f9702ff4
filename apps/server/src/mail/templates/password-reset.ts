import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passwordReset = mailTemplate({
  name: 'password-reset',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a new password was set with a mailed link.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your password was reset',
  body: (of, url) => ({
    title: 'Your password was reset',
    preview: 'All devices were signed out. Your vault is unchanged.',
    paragraphs: [
      line`A new sign-in password was set with a link from this mailbox. All devices were signed out.`,
      line`Your vault is unchanged: the master password, the recovery key and your passkeys are the same as before.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Sign in', url: `${url}/login` },
    reason: 'this is the e-mail address of your account',
  }),
})

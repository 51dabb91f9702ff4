import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, link, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const resetPassword = mailTemplate({
  name: 'reset-password',
  category: 'security',
  priority: 'critical',
  description: 'Has the link with which the owner of an account sets a new password.',
  secret: true,
  notMe: true,
  variables: {
    account: name('Whose password is set', 'ada'),
    link: link('Where to set it', 'https://vault.example.com/reset-password#eml_example'),
    ...circumstances,
  },
  subject: () => 'Set a new password',
  body: ({ account, link, ...of }) => ({
    title: 'Set a new password',
    preview: 'The link works once, for 60 minutes.',
    paragraphs: [
      line`With this link you set a new sign-in password for the account ${account}. It works once, for 60 minutes.`,
      line`Your vault stays as it is: the master password, the recovery key and your passkeys do not change. If you use a second factor, you are asked for it at the next sign-in.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Set a new password', url: link },
    closing: [line`If you did not ask for it, ignore this mail: your password stays as it is.`],
    reason: 'a new password was requested for the account with this e-mail address',
  }),
})

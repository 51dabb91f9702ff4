import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, count, names } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { circumstancesOf } from '../wording.ts'

export const passwordResetTokens = mailTemplate({
  name: 'password-reset-tokens',
  category: 'security',
  priority: 'critical',
  description:
    'Reports that a new password was set with a mailed link, and which personal tokens still work.',
  action: { purpose: 'revoke-tokens', label: 'Revoke all personal tokens' },
  notMe: true,
  variables: {
    names: names('The newest personal tokens', ['laptop', 'ci']),
    more: count('How many others there are', 3),
    ...circumstances,
  },
  subject: () => 'Your password was reset',
  body: ({ names, more, ...of }, url) => ({
    title: 'Your password was reset',
    preview: 'All devices were signed out. Your vault is unchanged.',
    paragraphs: [
      line`A new sign-in password was set with a link from this mailbox. All devices were signed out.`,
      line`Your vault is unchanged: the master password, the recovery key and your passkeys are the same as before.`,
      ['These personal tokens still work: ', ...nameList(names, more), '.'],
    ],
    facts: circumstancesOf(of),
    action: { label: 'Sign in', url: `${url}/login` },
    closing: [
      line`Revoke the tokens if someone else may have them. Programs that use them then need new ones. The link works for 7 days.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, emailAddress } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const emailChangeRequested = mailTemplate({
  name: 'email-change-requested',
  category: 'security',
  priority: 'critical',
  description: 'Tells the present e-mail address of an account that another one was asked for.',
  notMe: true,
  variables: {
    newEmail: emailAddress('The new address', 'ada@example.org'),
    ...circumstances,
  },
  subject: () => 'A new e-mail address for your account was requested',
  body: ({ newEmail, ...of }, url) => ({
    title: 'A new e-mail address was requested',
    preview: 'It changes when the link in the new mailbox is confirmed.',
    paragraphs: [
      line`Your account is to use the e-mail address ${newEmail}. It changes when the link that was mailed there is confirmed.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    reason: 'this is the e-mail address of your account',
  }),
})

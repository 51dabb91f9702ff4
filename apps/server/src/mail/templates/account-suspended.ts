import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress, text } from '../mail-variables.ts'

export const accountSuspended = mailTemplate({
  name: 'account-suspended',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an operator suspended an account, and why.',
  variables: {
    reason: text('Why the account was suspended', 'The terms of service were broken.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: () => 'Your account was suspended',
  body: ({ reason, supportEmail }, url) => ({
    title: 'Your account was suspended',
    preview: 'An administrator suspended your account.',
    paragraphs: [
      line`An administrator suspended your account. Your projects are kept, but you cannot use them, and your API keys and tokens do not work.`,
      line`Collaborators can still read the projects that you shared with them. Nothing in these projects can be changed.`,
      line`You can still sign in to manage your subscription and download your projects.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    action: { label: 'Sign in', url: `${url}/suspended` },
    closing: [line`If you think this is a mistake, write to support.`],
    reason: 'this is the e-mail address of the account',
  }),
})

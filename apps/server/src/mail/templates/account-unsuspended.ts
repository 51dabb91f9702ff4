import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress } from '../mail-variables.ts'

export const accountUnsuspended = mailTemplate({
  name: 'account-unsuspended',
  category: 'security',
  priority: 'high',
  description: 'Reports that the suspension of an account has ended.',
  variables: { supportEmail: emailAddress('Where users get help', 'support@example.com') },
  subject: () => 'Your account is active again',
  body: ({ supportEmail }, url) => ({
    title: 'Your account is active again',
    preview: 'An administrator ended the suspension.',
    paragraphs: [
      line`An administrator ended the suspension of your account. Your projects, API keys and tokens work again as they did before it.`,
      line`If you had a grace period or archived projects, their time was stopped: it ends as much later as the suspension lasted.`,
    ],
    facts: [['Support', supportEmail]],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'this is the e-mail address of the account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'

export const accountApproved = mailTemplate({
  name: 'account-approved',
  category: 'onboarding',
  priority: 'high',
  description: 'Reports that an operator approved an account.',
  variables: {},
  subject: () => 'Your account was approved',
  body: (_, url) => ({
    title: 'Your account was approved',
    preview: 'You can use Envhold now.',
    paragraphs: [line`An administrator approved your account. Sign in to set up your vault.`],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'this is the e-mail address of the account',
  }),
})

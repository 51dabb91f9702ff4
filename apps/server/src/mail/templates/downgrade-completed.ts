import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const downgradeCompleted = mailTemplate({
  name: 'downgrade-completed',
  category: 'billing',
  priority: 'high',
  description: 'Reports that an account is within its plan’s limits again before its grace period ended.',
  variables: { plan: name('The plan', 'Free') },
  subject: ({ plan }) => `Your account fits the ${plan} plan now`,
  body: ({ plan }, url) => ({
    title: 'Your account fits its plan',
    preview: 'Your projects can be changed again.',
    paragraphs: [
      line`What you have is within what the ${plan} plan allows. Your projects can be changed again, and nothing more is archived.`,
    ],
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    closing: [
      [
        `Archived projects are kept until the date on their page, where you can download or restore them: ${url}/account/archived-projects`,
      ],
    ],
    reason: 'your account used more than its plan allowed',
  }),
})

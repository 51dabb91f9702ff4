import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const graceCleared = mailTemplate({
  name: 'grace-cleared',
  category: 'billing',
  priority: 'high',
  description: 'Reports that a paid plan ended a grace period.',
  variables: { plan: name('The plan', 'Pro') },
  subject: ({ plan }) => `You are on the ${plan} plan: nothing is archived`,
  body: ({ plan }, url) => ({
    title: 'Your projects can be changed again',
    preview: 'Nothing is archived.',
    paragraphs: [
      line`Your account is on the ${plan} plan. No project is archived for your plan’s sake, nobody loses access, and your projects can be changed again.`,
    ],
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    closing: [
      [
        `Projects that you archived yourself stay archived until you restore them: ${url}/account/archived-projects`,
      ],
    ],
    reason: 'your account used more than its plan allowed',
  }),
})

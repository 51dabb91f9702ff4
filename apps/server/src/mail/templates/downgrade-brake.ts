import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count } from '../mail-variables.ts'

export const downgradeBrake = mailTemplate({
  name: 'downgrade-brake',
  category: 'general',
  priority: 'critical',
  description:
    'Tells operators that too many projects were about to be archived or deleted, and that nothing was.',
  variables: {
    count: count('How many projects would be archived or deleted', 40),
    total: count('How many projects there are', 120),
  },
  subject: ({ count: affected }) => `Stopped: ${affected} projects were about to be archived or deleted`,
  body: ({ count: affected, total }) => ({
    title: 'Nothing is archived or deleted until you confirm it',
    preview: `${affected} of ${total} projects would be affected within a day.`,
    paragraphs: [
      [
        `Ended grace periods and expired archives would archive or delete ${affected} of the ${total} projects of this instance within a day. That is more than a quarter, so nothing was archived or deleted. Reminders go on.`,
      ],
      line`Check that the server’s clock is right and that the payment providers can be reached. A wrong clock and an outage both look like this.`,
      ['If the number is right, confirm it on the server:'],
      [`npm run operator -- release-brake ${affected}`],
    ],
    closing: [line`This mail comes once a day while it lasts.`],
    reason: 'you are an operator of this instance',
  }),
})

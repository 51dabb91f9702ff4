import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

export const accountDeleted = mailTemplate({
  name: 'account-deleted',
  category: 'general',
  priority: 'critical',
  description: 'Tells that an account was deleted, and until when it can be brought back.',
  variables: { until: time('Until when signing in brings it back') },
  subject: () => 'Your account was deleted',
  body: ({ until }, url) => ({
    title: 'Your account was deleted',
    preview: `Signing in by ${dayOf(until)} brings it back.`,
    paragraphs: [
      line`Your account, its projects and its keys have stopped. Signing in brings everything back until the date below; after that it is gone for good.`,
    ],
    facts: [['Until', momentOf(until)]],
    action: { label: 'Sign in', url: `${url}/login` },
    reason: 'this is the address of the account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

export const accountDeleted = mailTemplate({
  name: 'account-deleted',
  category: 'general',
  priority: 'critical',
  description: 'Reports that an account was deleted, and until when it can be restored.',
  variables: { until: time('Until when signing in restores it') },
  subject: () => 'Your account was deleted',
  body: ({ until }, url) => ({
    title: 'Your account was deleted',
    preview: `Sign in by ${dayOf(until)} to restore it.`,
    paragraphs: [
      line`Your account, its projects and its keys are deactivated. Sign in before the date below to restore everything; after that it is deleted permanently.`,
    ],
    facts: [['Restore until', momentOf(until)]],
    action: { label: 'Sign in', url: `${url}/login` },
    reason: 'this is the e-mail address of the account',
  }),
})

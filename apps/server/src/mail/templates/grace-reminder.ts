import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, time } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf } from '../wording.ts'
import { archivedThen, lossVariables, pausedThen, waysOut } from './grace-started.ts'

export const graceReminder = mailTemplate({
  name: 'grace-reminder',
  category: 'billing',
  priority: 'critical',
  description: 'Reminds of the end of a grace period, 7, 3 and 1 days before it.',
  variables: {
    days: count('How many days are left', 3),
    end: time('When the grace period ends'),
    ...lossVariables,
  },
  subject: ({ days, projects }) =>
    projects.length > 0
      ? `${daysOf(days)} left before projects of yours are archived`
      : `${daysOf(days)} left before collaborators of yours lose access`,
  body: ({ days, end, projects, moreProjects, people, morePeople }, url) => ({
    title: `${daysOf(days)} left to decide`,
    preview: `On ${dayOf(end)} your account is reduced to what your plan allows.`,
    paragraphs: [
      line`You have more than your plan allows. On the date below your account is reduced to it.`,
      ...archivedThen(projects, moreProjects, dayOf(end)),
      ...pausedThen(people, morePeople, dayOf(end)),
    ],
    facts: [['Decide by', momentOf(end)]],
    action: { label: 'Upgrade', url: `${url}/subscription?upgrade=true` },
    closing: waysOut(url),
    reason: 'your account uses more than its plan allows',
  }),
})

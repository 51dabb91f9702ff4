import type { Line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { dayOf, momentOf } from '../wording.ts'
import { lossVariables } from './grace-started.ts'

export const downgradeFinal = mailTemplate({
  name: 'downgrade-final',
  category: 'billing',
  priority: 'critical',
  description: 'Reports that a grace period has ended, what was archived, and until when it comes back.',
  variables: {
    plan: name('The plan', 'Free'),
    deleted: time('When the archived projects are deleted'),
    ...lossVariables,
  },
  subject: ({ plan, projects, deleted }) =>
    projects.length > 0
      ? `Projects of yours are archived and will be deleted on ${dayOf(deleted)}`
      : `Your account was reduced to the ${plan} plan`,
  body: ({ plan, deleted, projects, moreProjects, people, morePeople }, url) => {
    const archived: Line[] = [
      ['These projects are archived: ', ...nameList(projects, moreProjects), '.'],
      [
        `They are kept until ${dayOf(deleted)}, but nobody can use them, and their API keys do not work. If you upgrade by then, they come back as they were, with their keys and collaborators. After that they are deleted.`,
      ],
    ]
    const paused: Line[] = [
      [
        'The access of these people is paused: ',
        ...nameList(people, morePeople),
        '. It comes back when your plan has room for them.',
      ],
    ]
    return {
      title: 'Your grace period has ended',
      preview: `Your account is reduced to what the ${plan} plan allows.`,
      paragraphs: [
        [
          'Your account is reduced to what the ',
          { name: plan },
          ' plan allows. What is left can be changed again.',
        ],
        ...(projects.length > 0 ? archived : []),
        ...(people.length > 0 ? paused : []),
      ],
      ...(projects.length > 0 && { facts: [['Deleted after', momentOf(deleted)] as const] }),
      action: { label: 'Upgrade', url: `${url}/subscription?upgrade=true` },
      closing: [[`See and download archived projects: ${url}/account/archived-projects`]],
      reason: 'your account used more than its plan allows',
    }
  },
})

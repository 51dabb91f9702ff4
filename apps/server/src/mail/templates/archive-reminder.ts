import { mailTemplate } from '../mail-template.ts'
import { count, names, time } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { dayOf, daysOf, momentOf } from '../wording.ts'

export const archiveReminder = mailTemplate({
  name: 'archive-reminder',
  category: 'billing',
  priority: 'critical',
  description: 'Reminds of archived projects that are deleted soon, 7, 3 and 1 days before it.',
  variables: {
    days: count('How many days are left for the first of them', 3),
    deleted: time('When the first of them is deleted'),
    projects: names('The projects', ['Web shop', 'Blog']),
    moreProjects: count('How many others there are', 4),
  },
  subject: ({ days }) => `${daysOf(days)} left before archived projects of yours are deleted`,
  body: ({ days, deleted, projects, moreProjects }, url) => ({
    title: `Deleted in ${daysOf(days)}`,
    preview: `Download or restore your archived projects by ${dayOf(deleted)}.`,
    paragraphs: [
      ['These archived projects of yours are deleted soon: ', ...nameList(projects, moreProjects), '.'],
      [
        'After the date below they are deleted with all their variables, one after the other, and nobody can bring them back. The page of archived projects shows the date of each, and lets you download them.',
      ],
    ],
    facts: [['The first is deleted after', momentOf(deleted)]],
    action: { label: 'See archived projects', url: `${url}/account/archived-projects` },
    closing: [
      [
        `What the end of a grace period archived comes back by itself when you upgrade: ${url}/subscription?upgrade=true`,
      ],
      ['What you archived yourself you can restore on that page as soon as your plan has room for it.'],
    ],
    reason: 'your account has archived projects',
  }),
})

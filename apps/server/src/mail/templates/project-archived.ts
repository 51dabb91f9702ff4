import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, names, time } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { dayOf, momentOf, projectsOf } from '../wording.ts'

export const projectArchived = mailTemplate({
  name: 'project-archived',
  category: 'billing',
  priority: 'high',
  description: 'Confirms that the owner archived projects, and says until when they are kept.',
  variables: {
    projects: names('The projects', ['Web shop']),
    moreProjects: count('How many others there are', 4),
    deleted: time('When they are deleted'),
  },
  subject: ({ projects, moreProjects }) =>
    projects.length === 1 && moreProjects === 0
      ? `You archived “${projects[0]}”`
      : `You archived ${projectsOf(projects.length + moreProjects)}`,
  body: ({ projects, moreProjects, deleted }, url) => ({
    title: 'Archived',
    preview: `Kept until ${dayOf(deleted)}.`,
    paragraphs: [
      ['You archived ', ...nameList(projects, moreProjects), '.'],
      line`Archived projects are kept until the date below, but nobody can use them, and their API keys do not work. Restore them on their page as soon as your plan has room for them. After that date they are deleted; we remind you before.`,
    ],
    facts: [['Kept until', momentOf(deleted)]],
    action: { label: 'See archived projects', url: `${url}/account/archived-projects` },
    reason: 'you own these projects',
  }),
})

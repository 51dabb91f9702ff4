import { mailTemplate } from '../mail-template.ts'
import { count, names } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { projectsOf } from '../wording.ts'

export const archivedProjectsDeleted = mailTemplate({
  name: 'archived-projects-deleted',
  category: 'billing',
  priority: 'critical',
  description: 'Reports that archived projects were deleted because their time was over.',
  variables: {
    projects: names('The projects', ['Web shop', 'Blog']),
    moreProjects: count('How many others there are', 4),
  },
  subject: ({ projects, moreProjects }) =>
    projects.length === 1 && moreProjects === 0
      ? `The archived project “${projects[0]}” was deleted`
      : `${projectsOf(projects.length + moreProjects)} in your archive were deleted`,
  body: ({ projects, moreProjects }, url) => ({
    title: 'Deleted from your archive',
    preview: 'Their time in the archive was over.',
    paragraphs: [
      ['Deleted with all environments, variables and keys: ', ...nameList(projects, moreProjects), '.'],
      ['Their time in the archive was over. They cannot be brought back.'],
    ],
    action: { label: 'See archived projects', url: `${url}/account/archived-projects` },
    reason: 'you owned these projects',
  }),
})

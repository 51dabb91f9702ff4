/** Archived projects. */
import { line } from '../mail-body.ts'
import { choiceMail, mailsOf, upgradeWay } from '../mail-template.ts'
import { count, name, names, text, time } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf, nameList, projectsOf } from '../wording.ts'

const archiveMail = mailsOf({
  category: 'billing',
  priority: 'critical',
  variables: {},
  body: (_, url) => ({
    action: { label: 'See archived projects', url: `${url}/account/archived-projects` },
    reason: 'your account has archived projects',
  }),
})

export const archiveReminder = choiceMail({
  name: 'archive-reminder',
  description: 'Reminds of archived projects that are deleted soon, 7, 3 and 1 days before it.',
  variables: {
    days: count('How many days are left for the first of them', 3),
    deleted: time('When the first of them is deleted'),
    projects: names('The projects', ['Web shop', 'Blog']),
    moreProjects: count('How many others there are', 4),
  },
  subject: ({ days }) => `${daysOf(days)} left before archived projects of yours are deleted`,
  says: ({ days, deleted, projects, moreProjects }, url) => ({
    title: `Deleted in ${daysOf(days)}`,
    preview: `Download or restore your archived projects by ${dayOf(deleted)}.`,
    paragraphs: [
      line`These archived projects of yours are deleted soon: ${nameList(projects, moreProjects)}.`,
      [
        'After the date below they are deleted with all their variables, one after the other, and nobody can bring them back. The page of archived projects shows the date of each, and lets you download them.',
      ],
    ],
    facts: [['The first is deleted after', momentOf(deleted)]],
    ways: [
      {
        label: 'Download or restore',
        url: `${url}/account/archived-projects`,
        note: 'What you archived yourself can be restored as soon as your plan has room for it.',
      },
      upgradeWay(url, 'The projects that were archived when your grace period ended come back.'),
    ],
    reason: 'your account has archived projects',
  }),
})

export const projectArchived = archiveMail({
  name: 'project-archived',
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
  says: ({ projects, moreProjects, deleted }) => ({
    title: 'Archived',
    preview: `Kept until ${dayOf(deleted)}.`,
    paragraphs: [
      line`You archived ${nameList(projects, moreProjects)}.`,
      line`Archived projects are kept until the date below, but nobody can use them, and their API keys do not work. Restore them on their page as soon as your plan has room for them. After that date they are deleted; we remind you before.`,
    ],
    facts: [['Kept until', momentOf(deleted)]],
    reason: 'you own these projects',
  }),
})

export const archivedProjectsDeleted = archiveMail({
  name: 'archived-projects-deleted',
  description: 'Reports that archived projects were deleted because their time was over.',
  variables: {
    projects: names('The projects', ['Web shop', 'Blog']),
    moreProjects: count('How many others there are', 4),
  },
  subject: ({ projects, moreProjects }) =>
    projects.length === 1 && moreProjects === 0
      ? `The archived project “${projects[0]}” was deleted`
      : `${projectsOf(projects.length + moreProjects)} in your archive were deleted`,
  says: ({ projects, moreProjects }) => ({
    title: 'Deleted from your archive',
    preview: 'Their time in the archive was over.',
    paragraphs: [
      line`Deleted with all environments, variables and keys: ${nameList(projects, moreProjects)}.`,
      ['Their time in the archive was over. They cannot be brought back.'],
    ],
    reason: 'you owned these projects',
  }),
})

export const projectRestoredByOperator = archiveMail({
  name: 'project-restored-by-operator',
  category: 'security',
  description: 'Reports that an operator restored a project that its owner had deleted, and why.',
  variables: {
    project: name('The project', 'Web shop'),
    reason: text('Why it was restored', 'You asked us to.'),
  },
  subject: ({ project }) => `Your deleted project “${project}” was restored`,
  says: ({ project, reason }, url) => ({
    title: 'A deleted project is back',
    preview: 'Its API keys and collaborators have access again.',
    paragraphs: [
      line`An operator restored your deleted project ${project}. Operators cannot read its variables. Its collaborators have access again, and its API keys work.`,
      line`If you did not ask for this, delete the project again, or revoke its API keys.`,
    ],
    facts: [['Reason', reason]],
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    reason: 'you own the project',
  }),
})

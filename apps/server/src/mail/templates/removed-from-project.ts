import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const removedFromProject = mailTemplate({
  name: 'removed-from-project',
  category: 'collaboration',
  priority: 'medium',
  description: 'Reports to a user that a project is no longer shared with them.',
  variables: { project: name('The project', 'Web shop'), owner: name('The owner of the project', 'ada') },
  subject: ({ project }) => `“${project}” is no longer shared with you`,
  body: ({ project, owner }) => ({
    title: 'A project is no longer shared with you',
    preview: 'You no longer have access to it.',
    paragraphs: [
      line`${owner} no longer shares the project ${project} with you. You and your tokens can no longer read its variables.`,
    ],
    closing: [line`If this is a mistake, ask them to invite you again.`],
    reason: 'a project was shared with your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const removedFromProject = mailTemplate({
  name: 'removed-from-project',
  category: 'collaboration',
  priority: 'medium',
  description: 'Tells somebody that a project is no longer shared with them.',
  variables: { project: name('The project', 'Web shop'), owner: name('Whose project it is', 'ada') },
  subject: ({ project }) => `“${project}” is no longer shared with you`,
  body: ({ project, owner }) => ({
    title: 'A project is no longer shared with you',
    preview: 'Your access to it has ended.',
    paragraphs: [
      line`${owner} no longer shares the project ${project} with you. You and your tokens cannot read its variables any more.`,
    ],
    closing: [line`If that is a mistake, ask them to invite you again.`],
    reason: 'a project was shared with your account',
  }),
})

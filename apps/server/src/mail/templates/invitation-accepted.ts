import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const invitationAccepted = mailTemplate({
  name: 'invitation-accepted',
  category: 'collaboration',
  priority: 'medium',
  description: 'Reports to the owner that a user joined a project.',
  variables: { person: name('Who joined', 'grace'), project: name('The project', 'Web shop') },
  subject: ({ person, project }) => `${person} joined “${project}”`,
  body: ({ person, project }, url) => ({
    title: 'Your invitation was accepted',
    preview: 'They have access to the environments you chose.',
    paragraphs: [
      line`${person} accepted your invitation to ${project} and has access to the environments you chose.`,
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you invited someone to your project',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const invitationAccepted = mailTemplate({
  name: 'invitation-accepted',
  category: 'collaboration',
  priority: 'medium',
  description: 'Tells the owner that somebody joined a project.',
  variables: { person: name('Who joined', 'grace'), project: name('The project', 'Web shop') },
  subject: ({ person, project }) => `${person} joined “${project}”`,
  body: ({ person, project }, url) => ({
    title: 'Your invitation was accepted',
    preview: 'They share the environments that you chose.',
    paragraphs: [
      line`${person} accepted your invitation to ${project} and shares the environments you chose.`,
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you invited somebody to a project of yours',
  }),
})

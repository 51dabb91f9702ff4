import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const invitationDeclined = mailTemplate({
  name: 'invitation-declined',
  category: 'collaboration',
  priority: 'low',
  description: 'Tells the owner that somebody will not join a project.',
  variables: { person: name('Who declined', 'grace'), project: name('The project', 'Web shop') },
  subject: ({ person, project }) => `${person} declined to join “${project}”`,
  body: ({ person, project }, url) => ({
    title: 'Your invitation was declined',
    preview: 'Nothing is shared with them.',
    paragraphs: [line`${person} declined your invitation to ${project}. Nothing is shared with them.`],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you invited somebody to a project of yours',
  }),
})

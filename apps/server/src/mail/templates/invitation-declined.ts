import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const invitationDeclined = mailTemplate({
  name: 'invitation-declined',
  category: 'collaboration',
  priority: 'low',
  description: 'Reports to the owner that a user declined an invitation.',
  variables: { person: name('Who declined', 'grace'), project: name('The project', 'Web shop') },
  subject: ({ person, project }) => `${person} declined your invitation to “${project}”`,
  body: ({ person, project }, url) => ({
    title: 'Your invitation was declined',
    preview: 'They get no access.',
    paragraphs: [line`${person} declined your invitation to ${project} and gets no access.`],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you invited someone to your project',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const ownerVaultEmptied = mailTemplate({
  name: 'owner-vault-emptied',
  category: 'collaboration',
  priority: 'high',
  description: 'Tells a collaborator that the owner of a project started an empty vault and lost the keys.',
  variables: {
    owner: name('Who owns the project', 'ada'),
    project: name('The project', 'web shop'),
  },
  subject: ({ project }) => `The owner of ${project} lost their keys`,
  body: ({ owner, project }, url) => ({
    title: 'The owner of a project lost their keys',
    preview: 'You can give the keys back.',
    paragraphs: [
      line`${owner} can no longer open their vault and started an empty one. You can still open environments of their project ${project}.`,
      line`Ask them first, by phone or in person: whoever reads their mail could have done this. Then give the keys back on the page below.`,
    ],
    action: { label: 'Give the keys back', url: `${url}/owner-access` },
    reason: 'you are a collaborator of the project',
  }),
})

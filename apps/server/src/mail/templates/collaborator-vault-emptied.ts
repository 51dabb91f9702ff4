import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const collaboratorVaultEmptied = mailTemplate({
  name: 'collaborator-vault-emptied',
  category: 'collaboration',
  priority: 'high',
  description: 'Tells the owner of a project that a collaborator started an empty vault and lost the keys.',
  variables: {
    collaborator: name('Who started an empty vault', 'grace'),
    project: name('The project', 'web shop'),
  },
  subject: ({ project }) => `A collaborator of ${project} lost their keys`,
  body: ({ collaborator, project }, url) => ({
    title: 'A collaborator lost their keys',
    preview: 'Give access again once you know that it was them.',
    paragraphs: [
      line`${collaborator} can no longer open their vault and started an empty one. They are still a collaborator of ${project}, without environments.`,
      line`Ask them first, by phone or in person: whoever reads their mail could have done this. Then select their environments again on the page of the project.`,
    ],
    action: { label: 'Open Envhold', url },
    reason: 'you own the project',
  }),
})

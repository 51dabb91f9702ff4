import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const apiKeyCreated = mailTemplate({
  name: 'api-key-created',
  category: 'security',
  priority: 'medium',
  description: 'Tells the owner of a project, and whoever made it, of a new API key.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('What the key is called', 'Deploy'),
    person: name('Who made it', 'ada'),
  },
  subject: ({ project }) => `A new API key for “${project}”`,
  body: ({ project, key, person }, url) => ({
    title: 'A new API key was made',
    preview: 'It can read what it was given until it is deleted or expires.',
    paragraphs: [line`${person} made the API key ${key} for the project ${project}.`],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [
      line`If nobody should have made it, delete it in the project’s API Keys tab: it stops at once.`,
    ],
    reason: 'you own the project or made the key',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const apiKeyCreated = mailTemplate({
  name: 'api-key-created',
  category: 'security',
  priority: 'medium',
  description: 'Reports a new API key to the owner of the project and to its creator.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    person: name('Who created it', 'ada'),
  },
  subject: ({ project }) => `A new API key for “${project}”`,
  body: ({ project, key, person }, url) => ({
    title: 'A new API key was created',
    preview: 'It can read the environments it was granted until it is deleted or expires.',
    paragraphs: [line`${person} created the API key ${key} for the project ${project}.`],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [
      line`If this key should not exist, delete it on the project’s API Keys tab: it stops working immediately.`,
    ],
    reason: 'you own the project or created the key',
  }),
})

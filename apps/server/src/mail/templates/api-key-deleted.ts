import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const apiKeyDeleted = mailTemplate({
  name: 'api-key-deleted',
  category: 'notification',
  priority: 'medium',
  description: 'Reports to the owner of the project and to its creator that an API key was deleted.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    person: name('Who deleted it', 'ada'),
  },
  subject: ({ project }) => `An API key of “${project}” was deleted`,
  body: ({ project, key, person }, url) => ({
    title: 'An API key was deleted',
    preview: 'Programs that still use it are rejected from now on.',
    paragraphs: [
      line`${person} deleted the API key ${key} of the project ${project}. Programs that still use it are rejected from now on.`,
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you own the project or created the key',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const apiKeyDeleted = mailTemplate({
  name: 'api-key-deleted',
  category: 'notification',
  priority: 'medium',
  description: 'Tells the owner of a project, and whoever made it, that an API key is gone.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('What the key was called', 'Deploy'),
    person: name('Who deleted it', 'ada'),
  },
  subject: ({ project }) => `An API key of “${project}” was deleted`,
  body: ({ project, key, person }, url) => ({
    title: 'An API key was deleted',
    preview: 'What still uses it is refused from now on.',
    paragraphs: [
      line`${person} deleted the API key ${key} of the project ${project}. What still uses it is refused from now on.`,
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you own the project or made the key',
  }),
})

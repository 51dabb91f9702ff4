import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

export const apiKeyExpiring = mailTemplate({
  name: 'api-key-expiring',
  category: 'notification',
  priority: 'high',
  description: 'Tells the owner of a project, once, that an API key stops within seven days.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('What the key is called', 'Deploy'),
    expires: time('When it stops'),
  },
  subject: ({ project, expires }) => `An API key of “${project}” expires on ${dayOf(expires)}`,
  body: ({ project, key, expires }, url) => ({
    title: 'An API key expires soon',
    preview: `It stops on ${dayOf(expires)}.`,
    paragraphs: [
      line`The API key ${key} of the project ${project} expires soon. After that, what uses it is refused.`,
    ],
    facts: [['Stops', momentOf(expires)]],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [line`To go on, give it a later date in the project’s API Keys tab, or make a new one.`],
    reason: 'you own the project or made the key',
  }),
})

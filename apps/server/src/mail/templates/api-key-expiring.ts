import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, time } from '../mail-variables.ts'
import { dayOf, momentOf } from '../wording.ts'

export const apiKeyExpiring = mailTemplate({
  name: 'api-key-expiring',
  category: 'notification',
  priority: 'high',
  description:
    'Reports once to the owner of the project and to its creator that an API key expires within seven days.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    expires: time('When it expires'),
  },
  subject: ({ project, expires }) => `An API key of “${project}” expires on ${dayOf(expires)}`,
  body: ({ project, key, expires }, url) => ({
    title: 'An API key expires soon',
    preview: `It stops working on ${dayOf(expires)}.`,
    paragraphs: [
      line`The API key ${key} of the project ${project} expires soon. After that, programs that use it are rejected.`,
    ],
    facts: [['Expires', momentOf(expires)]],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [line`To keep using it, set a later date on the project’s API Keys tab, or create a new key.`],
    reason: 'you own the project or created the key',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress, name, text } from '../mail-variables.ts'

export const apiKeyDeactivated = mailTemplate({
  name: 'api-key-deactivated',
  category: 'security',
  priority: 'high',
  description:
    'Reports to the owner of the project and to its creator that an operator deactivated an API key, and why.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    reason: text('Why the key was deactivated', 'The key was published in a repository.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: ({ project }) => `An API key of “${project}” was deactivated by an operator`,
  body: ({ project, key, reason, supportEmail }, url) => ({
    title: 'An API key was deactivated',
    preview: 'Programs that still use it are rejected from now on.',
    paragraphs: [
      line`An operator deactivated the API key ${key} of the project ${project}. Programs that still use it are rejected from now on.`,
      line`It cannot be activated again. Delete it, and create another one where you need access.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [line`If you think this is a mistake, write to support.`],
    reason: 'you own the project or created the key',
  }),
})

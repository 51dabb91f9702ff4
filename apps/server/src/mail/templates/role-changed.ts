import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, name, role } from '../mail-variables.ts'
import { environmentsOf, rightsOf } from '../wording.ts'

export const roleChanged = mailTemplate({
  name: 'role-changed',
  category: 'collaboration',
  priority: 'medium',
  description: 'Reports to a collaborator that their permission changed.',
  variables: {
    project: name('The project', 'Web shop'),
    owner: name('The owner of the project', 'ada'),
    role: role('What they may do with variables now'),
    environments: count('How many environments are shared now', 2),
  },
  subject: ({ project }) => `Your permission in “${project}” has changed`,
  body: ({ project, owner, role, environments }, url) => ({
    title: 'Your access has changed',
    preview: `You can ${rightsOf(role)} variables in ${environmentsOf(environments)}.`,
    paragraphs: [line`${owner} changed your permission in the project ${project}.`],
    facts: [
      ['Permission', rightsOf(role)],
      ['Environments', environmentsOf(environments)],
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'a project is shared with your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, link, name, role, time } from '../mail-variables.ts'
import { dayOf, environmentsOf, rightsOf } from '../wording.ts'

export const invitation = mailTemplate({
  name: 'invitation',
  category: 'collaboration',
  priority: 'high',
  description: 'Asks somebody to share a project. Its link can open what was sealed for them.',
  secret: true,
  variables: {
    inviter: name('Who invites', 'ada'),
    project: name('The project', 'Web shop'),
    role: role('What the invited may do with variables'),
    environments: count('How many environments are shared', 2),
    link: link('Where to answer', 'https://vault.example.com/invite#inv_example'),
    expires: time('When the invitation ends'),
  },
  subject: ({ inviter, project }) => `${inviter} invited you to “${project}”`,
  body: ({ inviter, project, role, environments, link, expires }) => ({
    title: 'You are invited to a project',
    preview: `Answer by ${dayOf(expires)}.`,
    paragraphs: [
      line`${inviter} would like to share the project ${project} with you on Envhold, where its environment variables are kept.`,
    ],
    facts: [
      ['You may', rightsOf(role)],
      ['In', environmentsOf(environments)],
      ['Answer by', dayOf(expires)],
    ],
    action: { label: 'Open the invitation', url: link },
    closing: [
      line`The link is meant for you alone: please do not pass this mail on.`,
      line`If you do not know who this is, you can ignore it. Nothing is shared unless you accept.`,
    ],
    reason: 'somebody who uses Envhold there invited this address',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, link, name, role, time } from '../mail-variables.ts'
import { dayOf, environmentsOf, rightsOf } from '../wording.ts'

export const invitation = mailTemplate({
  name: 'invitation',
  category: 'collaboration',
  priority: 'high',
  description: 'Invites a user to a project. Its link can open what was sealed for them.',
  secret: true,
  variables: {
    inviter: name('Who invites', 'ada'),
    project: name('The project', 'Web shop'),
    role: role('What the invited user may do with variables'),
    environments: count('How many environments are shared', 2),
    link: link('Where to respond', 'https://vault.example.com/invite#inv_example'),
    expires: time('When the invitation expires'),
  },
  subject: ({ inviter, project }) => `${inviter} invited you to “${project}”`,
  body: ({ inviter, project, role, environments, link, expires }) => ({
    title: 'You are invited to a project',
    preview: `Respond by ${dayOf(expires)}.`,
    paragraphs: [
      line`${inviter} would like to share the project ${project} with you on Envhold, which stores its environment variables.`,
    ],
    facts: [
      ['Permission', rightsOf(role)],
      ['Environments', environmentsOf(environments)],
      ['Expires', dayOf(expires)],
    ],
    action: { label: 'Open the invitation', url: link },
    closing: [
      line`The link is only for you: please do not forward this mail.`,
      line`If you do not know this person, you can ignore the mail. Nothing is shared unless you accept.`,
    ],
    reason: 'someone who uses Envhold invited this e-mail address',
  }),
})

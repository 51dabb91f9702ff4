/** Projects that people share. */
import { line, paragraph, textOf } from '../mail-body.ts'
import { mailsOf, mailTemplate } from '../mail-template.ts'
import { count, link, linkedProject, name, names, orElse, role, time } from '../mail-variables.ts'
import { dayOf, momentOf, nameList, rightsOf } from '../wording.ts'

const collaboratorMail = mailsOf({
  category: 'collaboration',
  priority: 'medium',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'a project is shared with your account',
  }),
})

const sharedEnvironments = (shared: {
  readonly environments: readonly string[]
  readonly moreEnvironments: number
  readonly protectedEnvironments: readonly string[]
}): (readonly [string, string])[] =>
  (
    [
      ['Environments', shared.environments, shared.moreEnvironments],
      ['Protected', shared.protectedEnvironments, 0],
    ] as const
  ).flatMap(([label, some, more]) =>
    some.length > 0 ? [[label, textOf(nameList(some, more))] as const] : [],
  )

/** Mails that were queued by an earlier version do not have them. */
const environmentVariables = {
  environments: orElse(names('The environments of that person', ['staging', 'production']), []),
  moreEnvironments: orElse(count('How many more there are', 3), 0),
  protectedEnvironments: orElse(names('Which of them are protected', ['production']), []),
}

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
    environments: names('The environments that are shared', ['staging', 'production']),
    moreEnvironments: count('How many more are shared', 0),
    protectedEnvironments: names('Which of them are protected', ['production']),
    link: link('Where to respond', 'https://vault.example.com/invite#inv_example'),
    expires: time('When the invitation expires'),
  },
  subject: ({ inviter, project }) => `${inviter} invited you to “${project}”`,
  body: ({ inviter, project, role, link, expires, ...shared }) => ({
    title: 'You are invited to a project',
    preview: `Respond by ${dayOf(expires)}.`,
    paragraphs: [
      line`${inviter} would like to share the project ${project} with you on Envhold.`,
      line`Envhold is a vault for the environment variables of software projects. Only the people of a project can read them.`,
      line`Next, sign in or create an account and accept with your master password; if you have none, you set it then. The variables open right after that.`,
    ],
    facts: [['Permission', rightsOf(role)], ...sharedEnvironments(shared), ['Expires', momentOf(expires)]],
    action: { label: 'Open the invitation', url: link },
    closing: [
      line`The link is only for you: please do not forward this e-mail.`,
      line`If you do not know this person, you can ignore the e-mail. Nothing is shared unless you accept.`,
    ],
    reason: 'someone who uses Envhold invited this e-mail address',
  }),
})

export const invitationAccepted = collaboratorMail({
  name: 'invitation-accepted',
  description: 'Reports to the owner that a user joined a project.',
  variables: {
    person: name('Who joined', 'grace'),
    project: name('The project', 'Web shop'),
    ...environmentVariables,
  },
  subject: ({ person, project }) => `${person} joined “${project}”`,
  says: ({ person, project, ...shared }) => ({
    title: 'Your invitation was accepted',
    ...(shared.environments.length > 0
      ? {
          preview: 'They have access to the environments you chose.',
          paragraphs: paragraph`${person} accepted your invitation to ${project} and has access to these environments.`,
          facts: sharedEnvironments(shared),
        }
      : {
          preview: 'They have no environments yet.',
          paragraphs: paragraph`${person} accepted your invitation to ${project}, and has no environments: those you chose no longer exist. You can choose others on the page of the project.`,
        }),
    reason: 'you invited someone to your project',
  }),
})

export const invitationDeclined = collaboratorMail({
  name: 'invitation-declined',
  priority: 'low',
  description: 'Reports to the owner that a user declined an invitation.',
  variables: { person: name('Who declined', 'grace'), project: name('The project', 'Web shop') },
  subject: ({ person, project }) => `${person} declined your invitation to “${project}”`,
  says: ({ person, project }) => ({
    title: 'Your invitation was declined',
    preview: 'They get no access.',
    paragraphs: paragraph`${person} declined your invitation to ${project} and gets no access.`,
    reason: 'you invited someone to your project',
  }),
})

export const roleChanged = collaboratorMail({
  name: 'role-changed',
  description: 'Reports to a collaborator what they may do now, and which environments were taken from them.',
  variables: {
    project: name('The project', 'Web shop'),
    owner: name('The owner of the project', 'ada'),
    role: role('What they may do with variables now'),
    names: orElse(names('The environments that are shared now', ['staging', 'production']), []),
    moreNames: orElse(count('How many more are shared now', 3), 0),
    protectedNames: orElse(names('Which of them are protected', ['production']), []),
    taken: orElse(names('The environments that were taken away', ['development']), []),
    moreTaken: orElse(count('How many more were taken away', 4), 0),
  },
  subject: ({ project }) => `Your access to “${project}” has changed`,
  says: ({ project, owner, role, taken, moreTaken, ...shared }) => ({
    title: 'Your access has changed',
    preview: `You can ${rightsOf(role)} variables.`,
    paragraphs: [
      line`${owner} changed your access to the project ${project}.`,
      taken.length > 0 && line`You and your tokens can no longer read ${nameList(taken, moreTaken)}.`,
    ],
    facts: [
      ['Permission', rightsOf(role)],
      ...sharedEnvironments({
        environments: shared.names,
        moreEnvironments: shared.moreNames,
        protectedEnvironments: shared.protectedNames,
      }),
    ],
  }),
})

export const collaboratorLeft = collaboratorMail({
  name: 'collaborator-left',
  description: 'Reports to the owner that a collaborator left a project, and what they could read.',
  variables: {
    person: name('Who left', 'grace'),
    project: name('The project', 'Web shop'),
    projectId: linkedProject,
    ...environmentVariables,
  },
  subject: ({ person, project }) => `${person} left “${project}”`,
  says: ({ person, project, projectId, ...shared }, url) => ({
    title: 'A collaborator left your project',
    preview: 'Replace the values that they know.',
    paragraphs: [
      line`${person} left the project ${project}. They and their tokens can no longer read its variables, and the environments that they could read get new keys.`,
      shared.environments.length > 0 &&
        line`${person} still knows the values that they have read in the environments below. Replace these values at their source.`,
    ],
    facts: sharedEnvironments(shared),
    action: { label: 'Open the project', url: `${url}/project/${projectId}` },
    reason: 'you own the project',
  }),
})

export const removedFromProject = mailTemplate({
  name: 'removed-from-project',
  category: 'collaboration',
  priority: 'medium',
  description: 'Reports to a user that a project is no longer shared with them.',
  variables: { project: name('The project', 'Web shop'), owner: name('The owner of the project', 'ada') },
  subject: ({ project }) => `“${project}” is no longer shared with you`,
  body: ({ project, owner }) => ({
    title: 'A project is no longer shared with you',
    preview: 'You no longer have access to it.',
    paragraphs: paragraph`${owner} no longer shares the project ${project} with you. You and your tokens can no longer read its variables.`,
    closing: paragraph`If this is a mistake, ask them to invite you again.`,
    reason: 'a project was shared with your account',
  }),
})

const emptiedProjects = {
  project: name('The project', 'web shop'),
  others: orElse(names('Other projects of which the same is true', ['Blog']), []),
  more: orElse(count('How many others there are', 2), 0),
}
type EmptiedProjects = { readonly project: string; readonly others: readonly string[]; readonly more: number }

/** `“web shop”`, or how many. */
const emptiedIn = ({ project, others, more }: EmptiedProjects): string =>
  others.length > 0 ? `${others.length + more + 1} projects` : `“${project}”`
const emptiedNames = ({ project, others, more }: EmptiedProjects) => nameList([project, ...others], more)

export const ownerVaultEmptied = collaboratorMail({
  name: 'owner-vault-emptied',
  priority: 'high',
  description: 'Tells a collaborator that the owner of projects started an empty vault and lost the keys.',
  variables: { owner: name('Who owns the projects', 'ada'), ...emptiedProjects },
  subject: (emptied) => `The owner of ${emptiedIn(emptied)} lost their keys`,
  says: ({ owner, ...emptied }, url) => ({
    title: 'The owner of a project lost their keys',
    preview: 'You can give the keys back.',
    paragraphs: [
      line`${owner} can no longer open their vault and started an empty one. You can still open environments of ${emptiedNames(emptied)}, which they own.`,
      line`Ask them first, by phone or in person: anyone who can read their e-mail could have done this. Then give the keys back on the page below.`,
    ],
    action: { label: 'Give the keys back', url: `${url}/owner-access` },
    reason: 'you are a collaborator of the project',
  }),
})

export const collaboratorVaultEmptied = collaboratorMail({
  name: 'collaborator-vault-emptied',
  priority: 'high',
  description: 'Tells the owner of projects that a collaborator started an empty vault and lost the keys.',
  variables: { collaborator: name('Who started an empty vault', 'grace'), ...emptiedProjects },
  subject: (emptied) => `A collaborator of ${emptiedIn(emptied)} lost their keys`,
  says: ({ collaborator, ...emptied }, url) => ({
    title: 'A collaborator lost their keys',
    preview: 'Give access again once you know that it was them.',
    paragraphs: [
      line`${collaborator} can no longer open their vault and started an empty one. They are still a collaborator of ${emptiedNames(emptied)}, without environments.`,
      line`Ask them first, by phone or in person: anyone who can read their e-mail could have done this. Once they have set a new master password, select their environments again on the page of each project.`,
    ],
    action: { label: 'Open Envhold', url },
    reason: 'you own the project',
  }),
})

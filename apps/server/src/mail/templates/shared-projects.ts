/** What others do to their accounts and projects, as the collaborators of these projects read it. */
import { type Line, line, textOf } from '../mail-body.ts'
import { mailsOf } from '../mail-template.ts'
import { count, emailAddress, name, names, time } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf, nameList, projectsOf } from '../wording.ts'

const shared = {
  owner: name('Who owns the projects', 'ada'),
  ownerEmail: emailAddress('The e-mail address of the owner', 'ada@example.com'),
  projects: names('The projects', ['Web shop', 'Blog']),
  moreProjects: count('How many others there are', 4),
}
type Owner = { readonly owner: string; readonly ownerEmail: string }

const ownerFacts = ({ owner, ownerEmail }: Owner) =>
  [
    ['Owner', textOf([{ name: owner }])],
    ['E-mail address', ownerEmail],
  ] as const

/** What the end of a grace period takes away from one collaborator. */
const lossVariables = {
  paused: names('The projects to which the access is paused', ['API']),
  morePaused: count('How many others there are', 3),
}

const collaboratorMail = mailsOf({
  category: 'collaboration',
  priority: 'high',
  variables: shared,
  body: (values, url) => ({
    facts: ownerFacts(values),
    action: { label: 'Open shared projects', url: `${url}/dashboard` },
    reason: 'a project is shared with your account',
  }),
})

/** `“Web shop”`, or how many. */
const subjectOf = (projects: readonly string[], more: number): string =>
  projects.length + more === 1 ? `“${projects[0]}”` : projectsOf(projects.length + more)

const are = (projects: readonly string[], more: number) => (projects.length + more === 1 ? 'is' : 'are')
const were = (projects: readonly string[], more: number) => (projects.length + more === 1 ? 'was' : 'were')

const noneUntilThen = line`Until then you can read and download everything that is shared with you.`
const nobodyCanUse =
  'Nobody can read or change them there, and their API keys do not work. Programs that read them with a key or with your tokens stop.'
const untilRoom =
  'Programs that read them with your tokens stop. Your access comes back when the owner’s plan has room for you.'

export const sharedAccessEnding = collaboratorMail({
  name: 'shared-access-ending',
  priority: 'critical',
  description:
    'Warns a collaborator of what the end of the owner’s grace period takes away, 7 days and 1 day before.',
  variables: {
    ...shared,
    ...lossVariables,
    days: count('How many days are left', 7),
    end: time('When the grace period ends'),
  },
  validUntil: 'end',
  subject: ({ days, projects, moreProjects, paused, morePaused }) =>
    `${daysOf(days)} left before you lose access to ${subjectOf([...projects, ...paused], moreProjects + morePaused)}`,
  says: ({ days, end, projects, moreProjects, paused, morePaused, ...owner }) => ({
    title: `You lose access in ${daysOf(days)}`,
    preview: `Ask ${owner.owner} before ${dayOf(end)}.`,
    paragraphs: [
      line`The account of ${owner.owner} has more than its plan allows.`,
      projects.length > 0 && [
        `If nothing changes, these projects are archived on ${dayOf(end)}: `,
        ...nameList(projects, moreProjects),
        `. ${nobodyCanUse} They are kept for 30 more days, and deleted after that.`,
      ],
      paused.length > 0 && [
        `If nothing changes, your access to these projects is paused on ${dayOf(end)}: `,
        ...nameList(paused, morePaused),
        `. ${untilRoom}`,
      ],
      noneUntilThen,
    ],
    facts: [['Ends', momentOf(end)], ...ownerFacts(owner)],
    closing: [
      line`Only ${owner.owner} can prevent this, by choosing what stays or by upgrading. Ask them in time.`,
    ],
  }),
})

export const sharedAccessEnded = collaboratorMail({
  name: 'shared-access-ended',
  priority: 'critical',
  description: 'Tells a collaborator what they lost because the owner’s plan allows less.',
  variables: { ...shared, ...lossVariables, deleted: time('When the archived projects are deleted') },
  subject: ({ projects, moreProjects, paused, morePaused }) =>
    `You lost access to ${subjectOf([...projects, ...paused], moreProjects + morePaused)}`,
  says: ({ deleted, projects, moreProjects, paused, morePaused, ...owner }) => ({
    title: 'You lost access to projects',
    preview: `Ask ${owner.owner} if you still need them.`,
    paragraphs: [
      line`The account of ${owner.owner} had more than its plan allows, and was reduced to that.`,
      projects.length > 0 && [
        'These projects are archived: ',
        ...nameList(projects, moreProjects),
        `. ${nobodyCanUse}`,
      ],
      projects.length > 0 && [
        `They are kept until ${dayOf(deleted)} and come back as they were if `,
        { name: owner.owner },
        ' upgrades by then. After that they are deleted.',
      ],
      paused.length > 0 && [
        'Your access to these projects is paused: ',
        ...nameList(paused, morePaused),
        `. ${untilRoom}`,
      ],
    ],
    facts: [projects.length > 0 && ['Deleted after', momentOf(deleted)], ...ownerFacts(owner)],
    closing: [line`Only ${owner.owner} can change this. Ask them if you still need access.`],
    reason: 'a project was shared with your account',
  }),
})

export const sharedAccessRetained = collaboratorMail({
  name: 'shared-access-kept',
  description: 'Tells a collaborator who was warned that nothing is taken away.',
  subject: ({ projects, moreProjects }) => `You keep access to ${subjectOf(projects, moreProjects)}`,
  says: ({ projects, moreProjects, ...owner }) => ({
    title: 'You keep your access',
    preview: 'Nothing is archived, and no access is paused.',
    paragraphs: [
      line`The account of ${owner.owner} is within what its plan allows again.`,
      line`You keep access to ${nameList(projects, moreProjects)}.`,
    ],
  }),
})

export const sharedProjectsArchived = collaboratorMail({
  name: 'shared-projects-archived',
  priority: 'critical',
  description: 'Tells a collaborator that the owner archived projects, and until when they are kept.',
  variables: { ...shared, deleted: time('When they are deleted') },
  subject: ({ owner, projects, moreProjects }) => `${owner} archived ${subjectOf(projects, moreProjects)}`,
  says: ({ deleted, projects, moreProjects, ...owner }) => ({
    title: 'Archived by their owner',
    preview: `Kept until ${dayOf(deleted)}.`,
    paragraphs: [
      line`${owner.owner} archived ${nameList(projects, moreProjects)}.`,
      [nobodyCanUse],
      line`Only ${owner.owner} can restore what is archived. After the date below it is deleted.`,
    ],
    facts: [['Kept until', momentOf(deleted)], ...ownerFacts(owner)],
    reason: 'a project was shared with your account',
  }),
})

export const sharedArchiveReminder = collaboratorMail({
  name: 'shared-archive-reminder',
  priority: 'critical',
  description: 'Warns a collaborator of archived projects that are deleted soon, 7 days and 1 day before.',
  variables: {
    ...shared,
    days: count('How many days are left for the first of them', 7),
    deleted: time('When the first of them is deleted'),
  },
  validUntil: 'deleted',
  subject: ({ days, projects, moreProjects }) =>
    `${daysOf(days)} left before ${subjectOf(projects, moreProjects)} ${are(projects, moreProjects)} deleted`,
  says: ({ days, deleted, projects, moreProjects, ...owner }) => ({
    title: `Deleted in ${daysOf(days)}`,
    preview: `Ask ${owner.owner} before ${dayOf(deleted)}.`,
    paragraphs: [
      line`These archived projects were shared with you and are deleted soon: ${nameList(projects, moreProjects)}.`,
      line`Until the date below only ${owner.owner} can download or restore them. After it nobody can.`,
    ],
    facts: [['The first is deleted after', momentOf(deleted)], ...ownerFacts(owner)],
    reason: 'a project was shared with your account',
  }),
})

export const sharedProjectsDeleted = collaboratorMail({
  name: 'shared-projects-deleted',
  priority: 'critical',
  description:
    'Tells a collaborator that projects were deleted: by their owner, at the end of an archive, or with an account.',
  subject: ({ projects, moreProjects }) =>
    `${subjectOf(projects, moreProjects)} ${were(projects, moreProjects)} deleted`,
  says: ({ projects, moreProjects, ...owner }) => ({
    title: 'Shared projects were deleted',
    preview: 'You and your tokens can no longer read them.',
    paragraphs: [
      line`Deleted, with their environments, variables and API keys: ${nameList(projects, moreProjects)}.`,
      [
        'You and your tokens can no longer read them, and programs that used their API keys get no variables.',
      ],
      line`They belonged to ${owner.owner}.`,
    ],
    reason: 'a project was shared with your account',
  }),
})

const comesBack = ({ owner }: Pick<Owner, 'owner'>): Line =>
  line`If ${owner} signs in by the date below, everything comes back as it was. After that date the projects are deleted.`

export const sharedOwnerDeleted = collaboratorMail({
  name: 'shared-owner-deleted',
  priority: 'critical',
  description: 'Tells a collaborator that the owner deleted their account, and until when it can come back.',
  variables: { ...shared, until: time('Until when the owner can restore the account') },
  subject: ({ projects, moreProjects }) =>
    `You lost access to ${subjectOf(projects, moreProjects)}: the owner’s account was deleted`,
  says: ({ until, projects, moreProjects, ...owner }) => ({
    title: 'The account of an owner was deleted',
    preview: `Kept until ${dayOf(until)}.`,
    paragraphs: [
      line`${owner.owner} deleted their account. Nobody can use these projects any longer: ${nameList(projects, moreProjects)}. Their API keys do not work.`,
      comesBack(owner),
    ],
    facts: [['Kept until', momentOf(until)], ...ownerFacts(owner)],
    reason: 'a project was shared with your account',
  }),
})

export const sharedOwnerReminder = collaboratorMail({
  name: 'shared-owner-reminder',
  priority: 'critical',
  description:
    'Warns a collaborator that the projects of a deleted account are deleted soon, 7 days and 1 day before.',
  variables: {
    ...shared,
    days: count('How many days are left', 7),
    until: time('Until when the owner can restore the account'),
  },
  validUntil: 'until',
  subject: ({ days, projects, moreProjects }) =>
    `${daysOf(days)} left before ${subjectOf(projects, moreProjects)} ${are(projects, moreProjects)} deleted`,
  says: ({ days, until, projects, moreProjects, ...owner }) => ({
    title: `Deleted in ${daysOf(days)}`,
    preview: `Ask ${owner.owner} before ${dayOf(until)}.`,
    paragraphs: [
      line`These projects were shared with you and are deleted soon, with the account of ${owner.owner}: ${nameList(projects, moreProjects)}.`,
      comesBack(owner),
    ],
    facts: [['Kept until', momentOf(until)], ...ownerFacts(owner)],
    reason: 'a project was shared with your account',
  }),
})

export const sharedOwnerSuspended = collaboratorMail({
  name: 'shared-owner-suspended',
  description: 'Tells a collaborator that the owner’s account is suspended, and what still works.',
  subject: ({ projects, moreProjects }) =>
    `${subjectOf(projects, moreProjects)} ${are(projects, moreProjects)} read-only: the owner’s account is suspended`,
  says: ({ projects, moreProjects, ...owner }) => ({
    title: 'The account of an owner is suspended',
    preview: 'You can still read, but nothing can be changed.',
    paragraphs: [
      line`An operator suspended the account of ${owner.owner}. These projects of theirs are shared with you: ${nameList(projects, moreProjects)}.`,
      line`You and your tokens can still read and download what is shared with you. Nobody can change it, and API keys of these projects do not work. You get an e-mail when the suspension ends.`,
    ],
  }),
})

export const sharedAccessRestored = collaboratorMail({
  name: 'shared-access-restored',
  description:
    'Tells a collaborator what they can use again: a suspension ended, or projects, an account or their access came back.',
  subject: ({ projects, moreProjects }) => `You can use ${subjectOf(projects, moreProjects)} again`,
  says: ({ projects, moreProjects, ...owner }) => ({
    title: 'Your access is back',
    preview: 'Everything is as it was.',
    paragraphs: [
      line`You can use these projects of ${owner.owner} again: ${nameList(projects, moreProjects)}.`,
      line`They are as they were, with the same permissions. Your tokens and their API keys work again.`,
    ],
  }),
})

/** Grace periods of accounts that have more than their plan allows. */
import { line, paragraph } from '../mail-body.ts'
import { choiceMail, downloadWay, upgradeWay } from '../mail-template.ts'
import { count, linkedProject, lossVariables, name, names, time, type ValuesOf } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf, nameList } from '../wording.ts'
import { endedFor, unpaidBy } from './subscriptions.ts'

/** With a project of one of the people, whose page lists collaborators. */
const variables = { ...lossVariables, shared: linkedProject }

type Loss = ValuesOf<typeof variables>

const losesThen = ({ projects, moreProjects, people, morePeople }: Loss, end: number) => [
  projects.length > 0 && [
    `If nothing changes, these projects are archived on ${dayOf(end)}: `,
    ...nameList(projects, moreProjects),
    '. They are kept for 30 more days and come back if you upgrade in that time; after that they are deleted.',
  ],
  people.length > 0 && [
    `The access of these people is paused on ${dayOf(end)}: `,
    ...nameList(people, morePeople),
    '.',
  ],
]

const archivedUrl = (url: string) => `${url}/account/archived-projects`
const collaboratorsUrl = (url: string, shared: number) =>
  shared === 0 ? `${url}/dashboard` : `${url}/project/${shared}?tab=collaborators`

const waysOut = (url: string, { projects, people, shared }: Loss) => [
  projects.length > 0 && {
    label: 'Choose what stays',
    url: `${url}/dashboard`,
    note: 'Archive the rest yourself, and what is left can be changed again at once.',
  },
  people.length > 0 && {
    label: 'Choose who stays',
    url: collaboratorsUrl(url, shared),
    note: 'Or remove people yourself.',
  },
  projects.length > 0 && {
    label: 'Restore archived projects',
    url: archivedUrl(url),
    note: 'As far as your plan has room for them.',
  },
  projects.length > 0 && downloadWay(url),
  upgradeWay(url, 'Everything stays as it is.'),
]

/** What a grace period leaves that has ended well. @param note what the archive has */
const waysOn = (url: string, note: string) => [
  { label: 'Open dashboard', url: `${url}/dashboard`, note: 'All of it can be changed again.' },
  { label: 'See archived projects', url: archivedUrl(url), note },
]

export const graceStarted = choiceMail({
  name: 'grace-started',
  description: 'Reports that an account uses more than its plan allows, what follows, and when.',
  variables: {
    ended: names('The plan whose subscription has ended; none for another reason', ['Pro']),
    unpaid: unpaidBy,
    plan: name('The plan', 'Free'),
    allows: name('What it allows', '1 project and 2 collaborators'),
    has: name('What the account has', '7 projects and 9 collaborators'),
    end: time('Until when the owner can decide'),
    ...variables,
  },
  subject: ({ projects, end }) =>
    projects.length > 0
      ? `Your projects are read-only: choose what stays by ${dayOf(end)}`
      : `You have more collaborators than your plan allows: decide by ${dayOf(end)}`,
  says: ({ ended, unpaid, plan, allows, has, end, ...loss }, url) => ({
    title: 'You have more than your plan allows',
    preview: `You have until ${dayOf(end)}. Programs can still read your variables.`,
    paragraphs: [
      ...ended.flatMap((subscription) => endedFor(subscription, unpaid)),
      line`Your account is on the ${plan} plan, which allows ${allows}. You have ${has}.`,
      loss.projects.length > 0
        ? line`Until that changes, your projects are read-only: nobody can change them, and you cannot create projects or invite people. Reading keeps working: programs, the command line and your collaborators get every variable as before. You can also remove people and revoke keys.`
        : line`Your projects can be read and changed as before, but you cannot invite people until you have room for them.`,
      ...losesThen(loss, end),
    ],
    facts: [['Decide by', momentOf(end)]],
    ways: waysOut(url, loss),
  }),
})

export const graceReminder = choiceMail({
  name: 'grace-reminder',
  description: 'Reminds of the end of a grace period, 7, 3 and 1 days before it.',
  variables: {
    days: count('How many days are left', 3),
    end: time('When the grace period ends'),
    ...variables,
  },
  subject: ({ days, projects }) =>
    projects.length > 0
      ? `${daysOf(days)} left before projects of yours are archived`
      : `${daysOf(days)} left before collaborators of yours lose access`,
  says: ({ days, end, ...loss }, url) => ({
    title: `${daysOf(days)} left to decide`,
    preview: `On ${dayOf(end)} your account is reduced to what your plan allows.`,
    paragraphs: [
      line`You have more than your plan allows. On the date below your account is reduced to it.`,
      ...losesThen(loss, end),
    ],
    facts: [['Decide by', momentOf(end)]],
    ways: waysOut(url, loss),
  }),
})

export const graceCleared = choiceMail({
  name: 'grace-cleared',
  priority: 'high',
  description: 'Reports that a paid plan ended a grace period.',
  variables: { plan: name('The plan', 'Pro') },
  subject: ({ plan }) => `You are on the ${plan} plan: nothing is archived`,
  says: ({ plan }, url) => ({
    title: 'Your grace period is over',
    preview: 'Nothing is archived, and nobody loses access.',
    paragraphs: paragraph`Your account is on the ${plan} plan. No project will be archived because of your plan, nobody loses access, and you can change and share your projects again.`,
    ways: waysOn(url, 'What you archived yourself stays there until you restore it.'),
    reason: 'your account used more than its plan allowed',
  }),
})

export const downgradeCompleted = choiceMail({
  name: 'downgrade-completed',
  priority: 'high',
  description: 'Reports that an account is within its plan’s limits again before its grace period ended.',
  variables: { plan: name('The plan', 'Free') },
  subject: ({ plan }) => `Your account fits the ${plan} plan now`,
  says: ({ plan }, url) => ({
    title: 'Your account fits its plan',
    preview: 'Nothing more is archived, and nobody loses access.',
    paragraphs: paragraph`What you have is within what the ${plan} plan allows. You can change and share your projects again, nothing more is archived, and nobody loses access.`,
    ways: waysOn(url, 'Download or restore them there until the date of each.'),
    reason: 'your account used more than its plan allowed',
  }),
})

export const downgradeFinal = choiceMail({
  name: 'downgrade-final',
  description: 'Reports that a grace period has ended, what was archived, and until when it comes back.',
  variables: {
    plan: name('The plan', 'Free'),
    deleted: time('When the archived projects are deleted'),
    ...variables,
  },
  subject: ({ plan, projects, deleted }) =>
    projects.length > 0
      ? `Projects of yours are archived and will be deleted on ${dayOf(deleted)}`
      : `Collaborators of yours lost access: the ${plan} plan allows fewer`,
  says: ({ plan, deleted, projects, moreProjects, people, morePeople, shared }, url) => ({
    title: 'Your grace period has ended',
    preview: `Your account is reduced to what the ${plan} plan allows.`,
    paragraphs: [
      line`Your account is reduced to what the ${plan} plan allows. What is left can be changed again.`,
      projects.length > 0 && line`These projects are archived: ${nameList(projects, moreProjects)}.`,
      projects.length > 0 && [
        `They are kept until ${dayOf(deleted)}, but nobody can use them, and their API keys do not work. If you upgrade by then, they come back as they were, with their keys and collaborators. After that they are deleted.`,
      ],
      people.length > 0 &&
        line`The access of these people is paused: ${nameList(people, morePeople)}. It comes back when your plan has room for them.`,
    ],
    facts: [projects.length > 0 && ['Deleted after', momentOf(deleted)]],
    ways: [
      projects.length > 0 && {
        label: 'See and download archived projects',
        url: archivedUrl(url),
        note: 'With the date on which each is deleted.',
      },
      people.length > 0 && {
        label: 'See collaborators',
        url: collaboratorsUrl(url, shared),
        note: 'Remove some, and others have access again.',
      },
      upgradeWay(url, 'Everything comes back as it was.'),
    ],
    reason: 'your account used more than its plan allows',
  }),
})

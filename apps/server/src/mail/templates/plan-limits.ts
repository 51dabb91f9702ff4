/** Limits of plans, and grace periods of accounts that have more than their plan allows. */
import { type Line, line, paragraph, type Way } from '../mail-body.ts'
import { choiceMail, downloadWay } from '../mail-template.ts'
import { count, linkedProject, name, names, text, time } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf, nameList } from '../wording.ts'
import { endedFor, unpaidBy } from './payments.ts'

/** What the end of a grace period takes away. */
const lossVariables = {
  projects: names('The projects that are archived', ['Web shop', 'Blog']),
  moreProjects: count('How many others are', 4),
  people: names('The people whose access is paused', ['grace@example.com']),
  morePeople: count('How many others there are', 6),
}

/** A project of one of the people, whose page lists collaborators. */
const peopleVariables = { shared: linkedProject }

const collaboratorsUrl = (url: string, shared: number) =>
  shared === 0 ? `${url}/dashboard` : `${url}/project/${shared}?tab=collaborators`

const archivedThen = (projects: readonly string[], more: number, day: string): Line[] =>
  projects.length === 0
    ? []
    : [
        [
          `If nothing changes, these projects are archived on ${day}: `,
          ...nameList(projects, more),
          '. They are kept for 30 more days and come back if you upgrade in that time; after that they are deleted.',
        ],
      ]

const pausedThen = (people: readonly string[], more: number, day: string): Line[] =>
  people.length === 0
    ? []
    : [[`The access of these people is paused on ${day}: `, ...nameList(people, more), '.']]

interface Loss {
  readonly projects: readonly string[]
  readonly people: readonly string[]
  readonly shared: number
}

const upgradeWay = (url: string): Way => ({
  label: 'Upgrade',
  url: `${url}/subscription?upgrade=true`,
  note: 'Everything stays as it is.',
})

const waysOut = (url: string, { projects, people, shared }: Loss): readonly Way[] => [
  ...(projects.length > 0
    ? [
        {
          label: 'Choose what stays',
          url: `${url}/dashboard`,
          note: 'Archive the rest yourself, and what is left can be changed again at once.',
        },
      ]
    : []),
  ...(people.length > 0
    ? [
        {
          label: 'Choose who stays',
          url: collaboratorsUrl(url, shared),
          note: 'Or remove people yourself.',
        },
      ]
    : []),
  ...(projects.length > 0
    ? [
        {
          label: 'Restore archived projects',
          url: `${url}/account/archived-projects`,
          note: 'As far as your plan has room for them.',
        },
        downloadWay(url),
      ]
    : []),
  upgradeWay(url),
]

export const planLimitsLowered = choiceMail({
  name: 'plan-limits-lowered',
  description: 'Announces that an operator lowers limits of a plan below what the account uses, and when.',
  variables: {
    plan: name('The plan', 'Free'),
    allows: name('What it will allow', '1 project and 2 collaborators'),
    has: name('What the account has', '7 projects and 9 collaborators'),
    day: time('From when the limits apply'),
    graceDays: count('The days of the grace period that begins then; 0: there is none', 30),
    reason: text('Why the limits are lowered', 'The free plan is for trying Envhold.'),
  },
  subject: ({ plan, day }) => `The ${plan} plan allows less from ${dayOf(day)}`,
  says: ({ plan, allows, has, day, graceDays, reason }, url) => ({
    title: 'Your plan will allow less than you have',
    preview: `The limits apply from ${dayOf(day)}. Until then nothing changes.`,
    paragraphs: [
      line`From ${dayOf(day)} the ${plan} plan allows ${allows}. You have ${has}.`,
      graceDays > 0
        ? line`On that day a grace period of ${daysOf(graceDays)} begins. At its end, projects beyond the limits are archived and the access of people beyond them is paused. You will get an e-mail before each step.`
        : line`You keep what you have while you pay for the plan, but you cannot add more.`,
    ],
    facts: [
      ['From', momentOf(day)],
      ['Reason', reason],
    ],
    ways:
      graceDays > 0
        ? [
            {
              label: 'Remove what you do not need',
              url: `${url}/dashboard`,
              note: 'Within the limits nothing is archived or paused.',
            },
            downloadWay(url),
            upgradeWay(url),
          ]
        : [{ label: 'Choose another plan', url: `${url}/subscription`, note: 'If you need more.' }],
  }),
})

export const planLimitsCalledOff = choiceMail({
  name: 'plan-limits-called-off',
  priority: 'high',
  description: 'Reports that lower limits of a plan, which were announced, were called off.',
  variables: { plan: name('The plan', 'Free') },
  subject: ({ plan }) => `The limits of the ${plan} plan stay as they are`,
  says: ({ plan }, url) => ({
    title: 'The limits of your plan stay',
    preview: 'Nothing changes for you.',
    paragraphs: paragraph`We wrote to you that the ${plan} plan would allow less. That was called off: its limits stay as they are, and you need not do anything.`,
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    reason: 'you were mailed about lower limits of your plan',
  }),
})

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
    ...lossVariables,
    ...peopleVariables,
  },
  subject: ({ projects, end }) =>
    projects.length > 0
      ? `Your projects are read-only: choose what stays by ${dayOf(end)}`
      : `You have more collaborators than your plan allows: decide by ${dayOf(end)}`,
  says: (
    { ended, unpaid, plan, allows, has, end, projects, moreProjects, people, morePeople, shared },
    url,
  ) => ({
    title: 'You have more than your plan allows',
    preview: `You have until ${dayOf(end)}. Programs can still read your variables.`,
    paragraphs: [
      ...ended.flatMap((subscription) => endedFor(subscription, unpaid)),
      line`Your account is on the ${plan} plan, which allows ${allows}. You have ${has}.`,
      projects.length > 0
        ? line`Until that changes, your projects are read-only: nobody can change them, and you cannot create projects or invite people. Reading keeps working: programs, the command line and your collaborators get every variable as before. You can also remove people and revoke keys.`
        : line`Your projects can be read and changed as before, but you cannot invite people until you have room for them.`,
      ...archivedThen(projects, moreProjects, dayOf(end)),
      ...pausedThen(people, morePeople, dayOf(end)),
    ],
    facts: [['Decide by', momentOf(end)]],
    ways: waysOut(url, { projects, people, shared }),
  }),
})

export const graceReminder = choiceMail({
  name: 'grace-reminder',
  description: 'Reminds of the end of a grace period, 7, 3 and 1 days before it.',
  variables: {
    days: count('How many days are left', 3),
    end: time('When the grace period ends'),
    ...lossVariables,
    ...peopleVariables,
  },
  subject: ({ days, projects }) =>
    projects.length > 0
      ? `${daysOf(days)} left before projects of yours are archived`
      : `${daysOf(days)} left before collaborators of yours lose access`,
  says: ({ days, end, projects, moreProjects, people, morePeople, shared }, url) => ({
    title: `${daysOf(days)} left to decide`,
    preview: `On ${dayOf(end)} your account is reduced to what your plan allows.`,
    paragraphs: [
      line`You have more than your plan allows. On the date below your account is reduced to it.`,
      ...archivedThen(projects, moreProjects, dayOf(end)),
      ...pausedThen(people, morePeople, dayOf(end)),
    ],
    facts: [['Decide by', momentOf(end)]],
    ways: waysOut(url, { projects, people, shared }),
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
    ways: [
      { label: 'Open dashboard', url: `${url}/dashboard`, note: 'All of it can be changed again.' },
      {
        label: 'See archived projects',
        url: `${url}/account/archived-projects`,
        note: 'What you archived yourself stays there until you restore it.',
      },
    ],
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
    ways: [
      { label: 'Open dashboard', url: `${url}/dashboard`, note: 'All of it can be changed again.' },
      {
        label: 'See archived projects',
        url: `${url}/account/archived-projects`,
        note: 'Download or restore them there until the date of each.',
      },
    ],
    reason: 'your account used more than its plan allowed',
  }),
})

export const downgradeFinal = choiceMail({
  name: 'downgrade-final',
  description: 'Reports that a grace period has ended, what was archived, and until when it comes back.',
  variables: {
    plan: name('The plan', 'Free'),
    deleted: time('When the archived projects are deleted'),
    ...lossVariables,
    ...peopleVariables,
  },
  subject: ({ plan, projects, deleted }) =>
    projects.length > 0
      ? `Projects of yours are archived and will be deleted on ${dayOf(deleted)}`
      : `Collaborators of yours lost access: the ${plan} plan allows fewer`,
  says: ({ plan, deleted, projects, moreProjects, people, morePeople, shared }, url) => {
    const archived: Line[] = [
      ['These projects are archived: ', ...nameList(projects, moreProjects), '.'],
      [
        `They are kept until ${dayOf(deleted)}, but nobody can use them, and their API keys do not work. If you upgrade by then, they come back as they were, with their keys and collaborators. After that they are deleted.`,
      ],
    ]
    const paused: Line[] = [
      [
        'The access of these people is paused: ',
        ...nameList(people, morePeople),
        '. It comes back when your plan has room for them.',
      ],
    ]
    return {
      title: 'Your grace period has ended',
      preview: `Your account is reduced to what the ${plan} plan allows.`,
      paragraphs: [
        [
          'Your account is reduced to what the ',
          { name: plan },
          ' plan allows. What is left can be changed again.',
        ],
        ...(projects.length > 0 ? archived : []),
        ...(people.length > 0 ? paused : []),
      ],
      ...(projects.length > 0 && { facts: [['Deleted after', momentOf(deleted)] as const] }),
      ways: [
        ...(projects.length > 0
          ? [
              {
                label: 'See and download archived projects',
                url: `${url}/account/archived-projects`,
                note: 'With the date on which each is deleted.',
              },
            ]
          : []),
        ...(people.length > 0
          ? [
              {
                label: 'See collaborators',
                url: collaboratorsUrl(url, shared),
                note: 'Remove some, and others have access again.',
              },
            ]
          : []),
        {
          label: 'Upgrade',
          url: `${url}/subscription?upgrade=true`,
          note: 'Everything comes back as it was.',
        },
      ],
      reason: 'your account used more than its plan allows',
    }
  },
})

export const projectsRestored = choiceMail({
  name: 'projects-restored',
  priority: 'high',
  description: 'Reports what came back with a paid plan.',
  variables: { plan: name('The plan', 'Pro'), ...lossVariables },
  subject: ({ plan, projects }) =>
    projects.length > 0
      ? `Your archived projects are back on the ${plan} plan`
      : `Your collaborators are back on the ${plan} plan`,
  says: ({ plan, projects, moreProjects, people, morePeople }, url) => {
    const back: Line[] = [
      [
        'These projects came back as they were, with their keys and collaborators: ',
        ...nameList(projects, moreProjects),
        '.',
      ],
    ]
    const access: Line[] = [['These people have access again: ', ...nameList(people, morePeople), '.']]
    return {
      title: 'Welcome back',
      preview: 'Everything that you lost when your grace period ended is restored.',
      paragraphs: [
        line`Your account is on the ${plan} plan.`,
        ...(projects.length > 0 ? back : []),
        ...(people.length > 0 ? access : []),
      ],
      action: { label: 'Open dashboard', url: `${url}/dashboard` },
      reason: 'your account has a paid subscription',
    }
  },
})

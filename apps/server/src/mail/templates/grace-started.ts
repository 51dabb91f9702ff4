import { type Line, line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, name, names, time } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { dayOf, momentOf } from '../wording.ts'

/** What the end of a grace period takes away. */
export const lossVariables = {
  projects: names('The projects that are archived', ['Web shop', 'Blog']),
  moreProjects: count('How many others are', 4),
  people: names('The people whose access is paused', ['grace@example.com']),
  morePeople: count('How many others there are', 6),
}

export const archivedThen = (projects: readonly string[], more: number, day: string): Line[] =>
  projects.length === 0
    ? []
    : [
        [
          `If nothing changes, these projects are archived on ${day}: `,
          ...nameList(projects, more),
          '. They are kept for 30 more days and come back if you upgrade in that time; after that they are deleted.',
        ],
      ]

export const pausedThen = (people: readonly string[], more: number, day: string): Line[] =>
  people.length === 0
    ? []
    : [[`The access of these people is paused on ${day}: `, ...nameList(people, more), '.']]

export const waysOut = (url: string): Line[] => [
  [`Upgrade, and everything stays as it is: ${url}/subscription?upgrade=true`],
  [
    `Choose what stays and archive the rest yourself; what is left can be changed again at once: ${url}/dashboard`,
  ],
  [`See, download or restore what is archived: ${url}/account/archived-projects`],
]

export const graceStarted = mailTemplate({
  name: 'grace-started',
  category: 'billing',
  priority: 'critical',
  description: 'Reports that an account uses more than its plan allows, what follows, and when.',
  variables: {
    ended: names('The plan whose subscription has ended; none for another reason', ['Pro']),
    plan: name('The plan', 'Free'),
    allows: name('What it allows', '1 project and 2 collaborators'),
    has: name('What the account has', '7 projects and 9 collaborators'),
    end: time('Until when the owner can decide'),
    ...lossVariables,
  },
  subject: ({ projects, end }) =>
    projects.length > 0
      ? `Your projects are read-only: choose what stays by ${dayOf(end)}`
      : `You have more collaborators than your plan allows: decide by ${dayOf(end)}`,
  body: ({ ended, plan, allows, has, end, projects, moreProjects, people, morePeople }, url) => ({
    title: 'You have more than your plan allows',
    preview: `You have until ${dayOf(end)}. Programs go on reading your variables.`,
    paragraphs: [
      ...ended.map((subscription) => line`Your ${subscription} subscription has ended.`),
      line`Your account is on the ${plan} plan, which allows ${allows}. You have ${has}.`,
      projects.length > 0
        ? line`Until that changes, your projects are read-only: nobody can change them, and you cannot create projects or invite people. Reading goes on: programs, the command line and your collaborators get every variable as before. You can also remove people and revoke keys.`
        : line`Your projects can be read and changed as before, but you cannot invite people until you have room for them.`,
      ...archivedThen(projects, moreProjects, dayOf(end)),
      ...pausedThen(people, morePeople, dayOf(end)),
    ],
    facts: [['Decide by', momentOf(end)]],
    action: { label: 'Upgrade', url: `${url}/subscription?upgrade=true` },
    closing: waysOut(url),
    reason: 'your account uses more than its plan allows',
  }),
})

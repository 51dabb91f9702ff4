/** What a plan allows: an operator lowers its limits, or a larger plan brings back what a smaller one took away. */
import { line, paragraph } from '../mail-body.ts'
import { choiceMail, downloadWay, upgradeWay } from '../mail-template.ts'
import { count, lossVariables, name, text, time } from '../mail-variables.ts'
import { dayOf, daysOf, momentOf, nameList } from '../wording.ts'

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
            upgradeWay(url, 'Everything stays as it is.'),
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

export const projectsRestored = choiceMail({
  name: 'projects-restored',
  priority: 'high',
  description: 'Reports what came back with a paid plan.',
  variables: { plan: name('The plan', 'Pro'), ...lossVariables },
  subject: ({ plan, projects }) =>
    projects.length > 0
      ? `Your archived projects are back on the ${plan} plan`
      : `Your collaborators are back on the ${plan} plan`,
  says: ({ plan, projects, moreProjects, people, morePeople }, url) => ({
    title: 'Welcome back',
    preview: 'Everything that you lost when your grace period ended is restored.',
    paragraphs: [
      line`Your account is on the ${plan} plan.`,
      projects.length > 0 &&
        line`These projects came back as they were, with their keys and collaborators: ${nameList(projects, moreProjects)}.`,
      people.length > 0 && line`These people have access again: ${nameList(people, morePeople)}.`,
    ],
    action: { label: 'Open dashboard', url: `${url}/dashboard` },
    reason: 'your account has a paid subscription',
  }),
})

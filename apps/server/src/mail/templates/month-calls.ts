/** The API calls of a month. */
import { callGraceDays } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { line } from '../mail-body.ts'
import { mailsOf, upgradeWay } from '../mail-template.ts'
import { count, name, time } from '../mail-variables.ts'
import { calendarDayOf, momentOf } from '../wording.ts'

const monthVariables = {
  plan: name('The plan', 'Free'),
  calls: count('How many calls were made this month', 1_000),
  limit: count('How many the plan allows', 1_000),
  counted: time('When they were counted'),
  resets: time('When the next month begins'),
  graceEnds: time('Until when reads continue beyond the limit; 0 if that has not begun'),
}

const callMail = mailsOf({
  category: 'billing',
  priority: 'critical',
  variables: monthVariables,
  body: ({ calls, limit, resets }, url) => ({
    facts: [
      ['Calls this month', `${formatCount(calls)} of ${formatCount(limit)}`],
      ['Resets on', momentOf(resets)],
    ],
    ways: [
      { label: 'See your API keys', url: `${url}/dashboard`, note: 'Which of them call, and how often.' },
      {
        label: 'Read only what has changed',
        url: `${url}/docs#conditional`,
        note: 'With the ETag of the last answer, a read of what has not changed is answered beyond the limit too.',
      },
      upgradeWay(url, 'More calls a month.'),
    ],
    reason: 'your API keys use the calls of your plan',
  }),
})

interface Beyond {
  readonly counted: number
  readonly resets: number
  readonly graceEnds: number
}

const graceText = `for ${callGraceDays} days, once a quarter`
const onlyUnchanged = (resets: number) =>
  `a read is answered only if nothing has changed since the last one (304); any other is rejected (429) until ${calendarDayOf(resets)}`

/** What follows beyond the limit. */
function beyondLimit({ counted, resets, graceEnds }: Beyond): string {
  if (graceEnds === 0)
    return `Nothing stops at the limit: reads continue ${graceText}. After that ${onlyUnchanged(resets)}.`
  if (graceEnds <= counted)
    return `The ${callGraceDays} days of this quarter in which reads continue beyond the limit are over. So beyond it ${onlyUnchanged(resets)}.`
  if (graceEnds >= resets)
    return `Nothing stops: reads continue until the limit resets on ${calendarDayOf(resets)}.`
  return `Nothing stops now: reads continue until ${momentOf(graceEnds)}. After that ${onlyUnchanged(resets)}.`
}

export const callsRunningOut = callMail({
  name: 'calls-running-out',
  priority: 'high',
  description: 'Reports once a month that 75% of its API calls are used, and once that 90% are.',
  variables: { ...monthVariables, percent: count('Which part is used at least, in percent', 75) },
  subject: ({ percent }) => `${percent}% of this month’s API calls are used`,
  says: ({ plan, limit, percent, resets, ...beyond }) => ({
    preview: `The limit resets on ${calendarDayOf(resets)}.`,
    paragraphs: [
      line`Your API keys have used ${`${percent}%`} of the ${formatCount(limit)} calls that the ${plan} plan allows in a month. The keys of all your projects count together.`,
      [beyondLimit({ resets, ...beyond })],
    ],
  }),
})

export const callsUsedUp = callMail({
  name: 'calls-used-up',
  description: 'Reports once a month that its API calls are used up, and how long reads continue.',
  subject: 'This month’s API calls are used up',
  says: ({ plan, limit, resets, counted, graceEnds }) => ({
    preview:
      graceEnds > 0 && graceEnds <= counted
        ? `Only unchanged reads are answered until ${calendarDayOf(resets)}.`
        : 'Reads continue for now.',
    paragraphs: [
      line`Your API keys have used all ${formatCount(limit)} calls that the ${plan} plan allows in a month. The keys of all your projects count together.`,
      [beyondLimit({ resets, counted, graceEnds })],
    ],
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, name, rowId, time } from '../mail-variables.ts'
import { dayOf, daysOf } from '../wording.ts'

const untilThen = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${daysOf(days)}`)

export const variablesDue = mailTemplate({
  name: 'variables-due',
  category: 'notification',
  priority: 'high',
  description:
    'Reminds the owner of a project and those who set the day that variables are due, 7 days and 1 day before.',
  variables: {
    project: name('The project', 'Web shop'),
    environment: name('The environment', 'production'),
    days: count('How many days are left', 7),
    due: time('The day on which they are due'),
    variables: count('How many variables are due', 3),
    projectId: rowId('The project, for the link', 4),
    environmentId: rowId('The environment, for the link', 9),
  },
  subject: ({ project, due, variables }) =>
    `${variables === 1 ? 'A variable' : 'Variables'} of “${project}” ${variables === 1 ? 'is' : 'are'} due on ${dayOf(due)}`,
  body: ({ project, environment, days, due, variables, projectId, environmentId }, url) => ({
    title: variables === 1 ? 'A variable is due' : 'Variables are due',
    preview: `${variables === 1 ? 'It is' : 'They are'} to be replaced by ${dayOf(due)}.`,
    paragraphs: [
      variables === 1
        ? line`A variable in the environment ${environment} of the project ${project} is due to be replaced.`
        : line`Variables in the environment ${environment} of the project ${project} are due to be replaced.`,
    ],
    facts: [
      ['Due', `${dayOf(due)}, ${untilThen(days)}`],
      ['Variables', String(variables)],
    ],
    action: {
      label: 'See what is due',
      url: `${url}/project/${projectId}?tab=variables&environment=${environmentId}&only=to-check`,
    },
    closing: [line`When you have replaced a value, set its next day or remove the day.`],
    reason: 'you own the project or set the day',
  }),
})

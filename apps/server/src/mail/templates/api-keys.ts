/** API keys, and variables that are due. */
import { line, paragraph } from '../mail-body.ts'
import { mailsOf, mailTemplate } from '../mail-template.ts'
import {
  count,
  emailAddress,
  linkedProject,
  name,
  names,
  orElse,
  rowId,
  text,
  time,
} from '../mail-variables.ts'
import { calendarDayOf, dayOf, daysOf, momentOf, nameList } from '../wording.ts'

const keyMail = mailsOf({
  category: 'notification',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: 'you own the project',
  }),
})

export const apiKeyCreated = keyMail({
  name: 'api-key-created',
  category: 'security',
  priority: 'medium',
  description: 'Reports a new API key to the owner of the project.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    person: name('Who created it', 'ada'),
  },
  subject: ({ project }) => `A new API key for “${project}”`,
  says: ({ project, key, person }) => ({
    title: 'A new API key was created',
    preview: 'It can read the environments it was granted until it is deleted or expires.',
    paragraphs: paragraph`${person} created the API key ${key} for the project ${project}.`,
    closing: paragraph`If this key should not exist, delete it on the project’s API Keys tab: it stops working immediately.`,
  }),
})

export const apiKeyDeleted = keyMail({
  name: 'api-key-deleted',
  priority: 'medium',
  description: 'Reports to the owner of the project that an API key was deleted.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    person: name('Who deleted it', 'ada'),
  },
  subject: ({ project }) => `An API key of “${project}” was deleted`,
  says: ({ project, key, person }) => ({
    title: 'An API key was deleted',
    preview: 'Programs that still use it are rejected from now on.',
    paragraphs: paragraph`${person} deleted the API key ${key} of the project ${project}. Programs that still use it are rejected from now on.`,
  }),
})

export const apiKeyDeactivated = keyMail({
  name: 'api-key-deactivated',
  category: 'security',
  description: 'Reports to the owner of the project that an operator deactivated an API key, and why.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    reason: text('Why the key was deactivated', 'The key was published in a repository.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
    environments: orElse(names('The environments that it could read', ['production']), []),
    more: orElse(count('How many others there are', 2), 0),
    projectId: linkedProject,
  },
  subject: ({ project }) => `An API key of “${project}” was deactivated by an operator`,
  says: ({ project, key, reason, supportEmail, environments, more, projectId }, url) => ({
    title: 'An API key was deactivated',
    preview: 'Programs that still use it are rejected from now on.',
    paragraphs: [
      line`An operator deactivated the API key ${key} of the project ${project}. Programs that still use it are rejected from now on.`,
      line`It cannot be activated again. Look at its calls before you delete it: they are deleted with it. Create another key where you need access.`,
      environments.length > 0 &&
        line`It could read the values of ${nameList(environments, more)}. Anyone who has the key may have them: change them where they are used, then here.`,
    ],
    ...(projectId > 0 && { action: { label: 'Open the project', url: `${url}/project/${projectId}` } }),
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    closing: paragraph`If you think this is a mistake, write to support.`,
  }),
})

export const apiKeyExpiring = keyMail({
  name: 'api-key-expiring',
  description:
    'Reports to the owner of a project, once for each key, that API keys expire within seven days.',
  variables: {
    project: name('The project', 'Web shop'),
    key: name('The name of the key', 'Deploy'),
    others: orElse(names('Other keys of the owner that expire', ['Nightly build']), []),
    more: orElse(count('How many others there are', 2), 0),
    expires: time('When the first of them expires'),
  },
  subject: ({ project, others, more, expires }) =>
    others.length > 0
      ? `${others.length + more + 1} API keys expire, the first on ${dayOf(expires)}`
      : `An API key of “${project}” expires on ${dayOf(expires)}`,
  says: ({ project, key, others, more, expires }) =>
    others.length > 0
      ? {
          title: 'API keys expire soon',
          preview: `The first stops working on ${dayOf(expires)}.`,
          paragraphs: paragraph`The API key ${key} of the project ${project} expires soon, and so do ${nameList(others, more)}. After that, programs that use them are rejected.`,
          facts: [['The first expires', momentOf(expires)]],
          closing: paragraph`To keep using a key, set a later date on the API Keys tab of its project, or create a new key.`,
        }
      : {
          title: 'An API key expires soon',
          preview: `It stops working on ${dayOf(expires)}.`,
          paragraphs: paragraph`The API key ${key} of the project ${project} expires soon. After that, programs that use it are rejected.`,
          facts: [['Expires', momentOf(expires)]],
          closing: paragraph`To keep using it, set a later date on the project’s API Keys tab, or create a new key.`,
        },
})

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
    `${variables === 1 ? 'A variable' : 'Variables'} of “${project}” ${variables === 1 ? 'is' : 'are'} due on ${calendarDayOf(due)}`,
  body: ({ project, environment, days, due, variables, projectId, environmentId }, url) => ({
    title: variables === 1 ? 'A variable is due' : 'Variables are due',
    preview: `${variables === 1 ? 'It is' : 'They are'} to be replaced by ${calendarDayOf(due)}.`,
    paragraphs: [
      variables === 1
        ? line`A variable in the environment ${environment} of the project ${project} is due to be replaced.`
        : line`Variables in the environment ${environment} of the project ${project} are due to be replaced.`,
    ],
    facts: [
      ['Due', `${calendarDayOf(due)}, ${untilThen(days)}`],
      ['Variables', String(variables)],
    ],
    action: {
      label: 'See what is due',
      url: `${url}/project/${projectId}?tab=variables&environment=${environmentId}&only=to-check`,
    },
    closing: paragraph`When you have replaced a value, set its next day or remove the day.`,
    reason: 'you own the project or set the day',
  }),
})

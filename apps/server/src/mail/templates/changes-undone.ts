import { mailTemplate } from '../mail-template.ts'
import { names } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'

const whatHappened = 'What you changed after that backup was made is as it was before.'

export const changesUndone = mailTemplate({
  name: 'changes-undone',
  category: 'security',
  priority: 'critical',
  description: 'Reports to an account, or to the owner of a project, what the restore of a backup undid.',
  variables: {
    project: names('The project; none if it is about the account itself', []),
    changes: names('What was undone', ['Password changed', 'Recovery key renewed']),
  },
  subject: ({ project: [project] }) =>
    project === undefined ? 'Changes to your account were undone' : `Changes to “${project}” were undone`,
  body: ({ project: [project], changes }, url) => ({
    title:
      project === undefined ? 'Changes to your account were undone' : 'Changes to your project were undone',
    preview: whatHappened,
    paragraphs: [
      [`The server was restored from a backup. ${whatHappened}`],
      project === undefined
        ? ['Undone: ', ...nameList(changes, 0), '. Do this again: a former password or key works now.']
        : [
            'Undone in the project ',
            { name: project },
            ': ',
            ...nameList(changes, 0),
            '. Look at its activity, and do this again: a former value or key works now.',
          ],
    ],
    action:
      project === undefined
        ? { label: 'Open your account', url: `${url}/account` }
        : { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: project === undefined ? 'this is the e-mail address of your account' : 'you own the project',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name, names } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'

const newestFirst = 'What you changed after that backup was made is as it was before.'

export const changesUndone = mailTemplate({
  name: 'changes-undone',
  category: 'security',
  priority: 'critical',
  description: 'Reports to an account, or to the owner of a project, what the restore of a backup undid.',
  variables: {
    project: name('The project; empty if it is about the account itself', ''),
    changes: names('What was undone', ['Password changed', 'Recovery key renewed']),
  },
  subject: ({ project }) =>
    project === '' ? 'Changes to your account were undone' : `Changes to “${project}” were undone`,
  body: ({ project, changes }, url) => ({
    title: project === '' ? 'Changes to your account were undone' : 'Changes to your project were undone',
    preview: newestFirst,
    paragraphs: [
      line`The server was restored from a backup. ${newestFirst}`,
      project === ''
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
      project === ''
        ? { label: 'Open your account', url: `${url}/account` }
        : { label: 'Open Envhold', url: `${url}/dashboard` },
    reason: project === '' ? 'this is the e-mail address of your account' : 'you own the project',
  }),
})

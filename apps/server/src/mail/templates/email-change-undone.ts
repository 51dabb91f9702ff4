import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'

export const emailChangeUndone = mailTemplate({
  name: 'email-change-undone',
  category: 'security',
  priority: 'critical',
  description: 'Tells the new e-mail address of an account that the change to it was undone.',
  variables: { account: name('Whose e-mail address it was', 'ada') },
  subject: () => 'The change to this e-mail address was undone',
  body: ({ account }) => ({
    title: 'The change to this e-mail address was undone',
    preview: 'The account uses its former address again.',
    paragraphs: [
      line`The account ${account} uses its former e-mail address again. The change was undone from there, and all devices were signed out.`,
    ],
    reason: 'this was the e-mail address of the account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { time } from '../mail-variables.ts'
import { momentOf } from '../wording.ts'

export const emptyVaultReminder = mailTemplate({
  name: 'empty-vault-reminder',
  category: 'security',
  priority: 'critical',
  description: 'Reminds that an account starts an empty vault within a day, and offers to stop it.',
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When the vault is emptied') },
  subject: () => 'Your vault will be emptied tomorrow',
  body: ({ due }, url) => ({
    title: 'Your vault will be emptied tomorrow',
    preview: 'This is the last reminder. You can still stop it.',
    paragraphs: [
      ['An empty vault replaces your vault on ', momentOf(due), ', unless you stop it.'],
      line`Environments that nobody else can open are deleted with their variables and versions. Environments that another member can open come back when that member gives you the keys.`,
    ],
    action: { label: 'Open your account', url: `${url}/account` },
    reason: 'this is the e-mail address of your account',
  }),
})

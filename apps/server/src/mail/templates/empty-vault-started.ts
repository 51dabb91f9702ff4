import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, time } from '../mail-variables.ts'
import { circumstancesOf, momentOf } from '../wording.ts'

export const emptyVaultStarted = mailTemplate({
  name: 'empty-vault-started',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an account starts an empty vault in 72 hours, and offers to stop it.',
  notMe: true,
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When the vault is emptied'), ...circumstances },
  subject: () => 'Your vault will be emptied in 72 hours',
  body: ({ due, ...of }, url) => ({
    title: 'Your vault will be emptied in 72 hours',
    preview: 'You can stop it until then.',
    paragraphs: [
      [
        'An empty vault was requested for your account. It replaces your vault on ',
        momentOf(due),
        ', unless you stop it.',
      ],
      line`Environments that nobody else can open are deleted with their variables and versions. Environments that another member can open come back when that member gives you the keys.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    reason: 'this is the e-mail address of your account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { link, name } from '../mail-variables.ts'

export const confirmEmail = mailTemplate({
  name: 'confirm-email',
  category: 'security',
  priority: 'high',
  description: 'Asks the owner of a new e-mail address to confirm it.',
  secret: true,
  variables: {
    account: name('Who wants to use this address', 'ada'),
    link: link('Where to confirm', 'https://vault.example.com/confirm-email#eml_example'),
  },
  subject: () => 'Confirm your new e-mail address',
  body: ({ account, link }) => ({
    title: 'Confirm your new e-mail address',
    preview: 'The link works once, for 24 hours.',
    paragraphs: [
      line`The account ${account} on Envhold wants to use this e-mail address. If the account is yours, confirm the address within 24 hours.`,
    ],
    action: { label: 'Confirm the address', url: link },
    closing: [
      line`To confirm, you sign in to that account. If you do not know the account, ignore this mail: nothing changes.`,
    ],
    reason: 'someone entered this address for an account',
  }),
})

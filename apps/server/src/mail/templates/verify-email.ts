import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { link, name } from '../mail-variables.ts'

export const verifyEmail = mailTemplate({
  name: 'verify-email',
  category: 'onboarding',
  priority: 'high',
  description: 'Asks the holder of an account to prove that they read this address.',
  secret: true,
  variables: {
    account: name('Who made an account with this address', 'grace'),
    link: link('Where to confirm', 'https://vault.example.com/verify-email#token=example'),
  },
  subject: () => 'Confirm your e-mail address',
  body: ({ account, link }) => ({
    title: 'Confirm your e-mail address',
    preview: 'One step, so that projects can be shared with you.',
    paragraphs: [
      line`This address was given for the account ${account} on Envhold. If that is yours, confirm it, so that projects can be shared with you.`,
    ],
    action: { label: 'Confirm the address', url: link },
    closing: [
      line`Confirming asks you to sign in to that account.`,
      line`If you did not make it, do not confirm it: somebody else entered your address. Unconfirmed, the account gets nothing that is meant for you. If you want to use Envhold with this address yourself, ask the people who run this server to remove the account.`,
    ],
    reason: 'somebody entered this address for an account',
  }),
})

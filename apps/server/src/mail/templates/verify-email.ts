import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { link, name } from '../mail-variables.ts'

export const verifyEmail = mailTemplate({
  name: 'verify-email',
  category: 'onboarding',
  priority: 'high',
  description: 'Asks the owner of an account to verify the e-mail address.',
  secret: true,
  variables: {
    account: name('Who created an account with this address', 'grace'),
    link: link('Where to verify', 'https://vault.example.com/verify-email#token=example'),
  },
  subject: () => 'Confirm your e-mail address',
  body: ({ account, link }) => ({
    title: 'Confirm your e-mail address',
    preview: 'Then projects can be shared with you.',
    paragraphs: [
      line`The account ${account} on Envhold uses this e-mail address. If it is yours, confirm the address, so that projects can be shared with you.`,
    ],
    action: { label: 'Confirm the address', url: link },
    closing: [
      line`To confirm, you sign in to that account.`,
      line`If you did not create the account, do not confirm: someone else entered your address. Without confirmation, the account receives nothing that is meant for you. To use Envhold with this address yourself, ask the operator of this server to remove the account.`,
    ],
    reason: 'someone entered this address for an account',
  }),
})

import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { link } from '../mail-variables.ts'

export const verifyEmail = mailTemplate({
  name: 'verify-email',
  category: 'onboarding',
  priority: 'high',
  description: 'Asks the holder of an account to prove that they read this address.',
  secret: true,
  variables: { link: link('Where to confirm', 'https://vault.example.com/verify-email#token=example') },
  subject: () => 'Confirm your e-mail address',
  body: ({ link }) => ({
    title: 'Confirm your e-mail address',
    preview: 'One step, so that projects can be shared with you.',
    paragraphs: [
      line`This address was given for an account on Envhold. Confirm that it is yours, so that projects can be shared with you.`,
    ],
    action: { label: 'Confirm the address', url: link },
    closing: [line`If you made no account, you can ignore this mail.`],
    reason: 'somebody entered this address for an account',
  }),
})

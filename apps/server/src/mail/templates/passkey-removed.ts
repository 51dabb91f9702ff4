import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passkeyRemoved = mailTemplate({
  name: 'passkey-removed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a passkey was removed from the account.',
  notMe: true,
  variables: { ...circumstances, passkey: name('The name of the passkey', 'Apple Passwords') },
  subject: () => 'A passkey was removed from your account',
  body: (of, url) => ({
    title: 'A passkey was removed from your account',
    preview: `${of.passkey} can no longer sign in.`,
    paragraphs: [
      line`The passkey ${of.passkey} was removed from your account. It can no longer sign in, and it no longer opens your vault.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If it was not you, change your password and sign out all other sessions.`],
    reason: 'this is the e-mail address of your account',
  }),
})

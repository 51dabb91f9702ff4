import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passkeyAdded = mailTemplate({
  name: 'passkey-added',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a passkey was added to the account.',
  notMe: true,
  variables: { ...circumstances, passkey: name('The name of the passkey', 'Apple Passwords') },
  subject: () => 'A passkey was added to your account',
  body: (of, url) => ({
    title: 'A passkey was added to your account',
    preview: `${of.passkey} can sign in from now on.`,
    paragraphs: [
      line`The passkey ${of.passkey} was added to your account. Whoever has it and can unlock its device can sign in.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, remove this passkey, change your password and sign out all other sessions.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

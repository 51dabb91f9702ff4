import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passkeyCounterRegression = mailTemplate({
  name: 'passkey-counter-regression',
  category: 'security',
  priority: 'critical',
  description: 'Reports a passkey that was rejected because it may have been copied.',
  notMe: true,
  variables: { ...circumstances, passkey: name('The name of the passkey', 'Apple Passwords') },
  subject: () => 'A passkey of your account may have been copied',
  body: (of, url) => ({
    title: 'A passkey of your account may have been copied',
    preview: `${of.passkey} was rejected.`,
    paragraphs: [
      line`The passkey ${of.passkey} was rejected, because it counted fewer uses than we know of. A copy of a security key does that.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`Remove this passkey from your account and register the security key again. If you do not use it, change your password too.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

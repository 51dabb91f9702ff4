import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const passkeyUnlockSet = mailTemplate({
  name: 'passkey-unlock-set',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a passkey opens the vault from now on.',
  notMe: true,
  variables: { ...circumstances, passkey: name('The name of the passkey', 'Apple Passwords') },
  subject: () => 'A passkey opens your vault',
  body: (of, url) => ({
    title: 'A passkey opens your vault',
    preview: `${of.passkey} opens your vault from now on.`,
    paragraphs: [
      line`The passkey ${of.passkey} opens your vault from now on. Whoever has it and can unlock its device can read your values. Your master password and recovery key still work.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone knows your master password: remove this passkey and change the master password, and your sign-in password too.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

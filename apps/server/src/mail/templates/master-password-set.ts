import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordSet = mailTemplate({
  name: 'master-password-set',
  category: 'onboarding',
  priority: 'high',
  description: 'Reports that a master password was set, and explains the recovery key.',
  notMe: true,
  variables: circumstances,
  subject: () => 'Your master password is set',
  body: (of, url) => ({
    title: 'Your master password is set',
    preview: 'Store the recovery key where you will find it.',
    paragraphs: [
      line`From now on, your master password opens your vault. Nobody else knows it, and nobody can reset it.`,
      line`The recovery key that you were shown is the only other way in. Store it away from this computer.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If it was not you, change your sign-in password and sign out all other sessions.`],
    reason: 'this is the e-mail address of your account',
  }),
})

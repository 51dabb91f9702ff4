import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const masterPasswordSet = mailTemplate({
  name: 'master-password-set',
  category: 'onboarding',
  priority: 'high',
  description: 'Tells that a master password was set, and what the recovery key is for.',
  variables: circumstances,
  subject: () => 'Your master password is set',
  body: (of, url) => ({
    title: 'Your master password is set',
    preview: 'Keep the recovery key where you will find it.',
    paragraphs: [
      line`From now on your master password opens what is kept in your vault. Nobody else knows it, and nobody can reset it.`,
      line`The recovery key that you were shown is the only other way in. Keep it apart from this computer.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If that was not you, change the password you sign in with, and sign every other session out.`,
    ],
    reason: 'this is the address of your account',
  }),
})

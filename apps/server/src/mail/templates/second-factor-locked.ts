import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const secondFactorLocked = mailTemplate({
  name: 'second-factor-locked',
  category: 'security',
  priority: 'critical',
  description: 'Reports that a second factor is locked after wrong codes.',
  notMe: true,
  variables: { ...circumstances, factor: name('What the codes were of', 'authenticator app') },
  subject: () => 'Wrong codes were given for your account',
  body: (of, url) => ({
    title: 'Wrong codes were given for your account',
    preview: 'No more are accepted for 15 minutes.',
    paragraphs: [
      line`Five wrong codes were given for your account (${of.factor}). No more of these codes are accepted for 15 minutes; your other ways to sign in still work.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, someone else knows your password: change it, and sign out all other sessions.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

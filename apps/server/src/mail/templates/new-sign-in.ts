import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const newSignIn = mailTemplate({
  name: 'new-sign-in',
  category: 'security',
  priority: 'high',
  description: 'Reports a sign-in with a browser or program that the account has not used before.',
  notMe: true,
  variables: circumstances,
  subject: () => 'A new sign-in to your account',
  body: (of, url) => ({
    title: 'A new sign-in to your account',
    preview: `With ${of.device}.`,
    paragraphs: [
      line`Someone signed in to your account with a browser or program that it has not used before.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'See your sessions', url: `${url}/account` },
    closing: [
      line`If it was you, there is nothing to do. Otherwise change your password and sign out all other sessions.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})

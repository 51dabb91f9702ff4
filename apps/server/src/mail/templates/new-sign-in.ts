import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const newSignIn = mailTemplate({
  name: 'new-sign-in',
  category: 'security',
  priority: 'high',
  description: 'Tells that an account was signed in to with a browser or program it has not been seen with.',
  variables: circumstances,
  subject: () => 'A new sign-in to your account',
  body: (of, url) => ({
    title: 'A new sign-in to your account',
    preview: `With ${of.device}.`,
    paragraphs: [line`Your account was signed in to with a program that it has not been used with before.`],
    facts: circumstancesOf(of),
    action: { label: 'See where you are signed in', url: `${url}/account` },
    closing: [
      line`If that was you, there is nothing to do. If not, change your password and sign every other session out.`,
    ],
    reason: 'this is the address of your account',
  }),
})

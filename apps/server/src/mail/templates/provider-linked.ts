import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const providerLinked = mailTemplate({
  name: 'provider-linked',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an account was linked to one at the identity provider.',
  notMe: true,
  variables: { provider: name('The identity provider', 'Keycloak'), ...circumstances },
  subject: ({ provider }) => `${provider} can sign you in now`,
  body: ({ provider, ...of }, url) => ({
    title: `${provider} can sign you in now`,
    preview: 'Your account was linked to an identity provider.',
    paragraphs: [
      line`Your account was linked to an account at ${provider}. Whoever signs in there is signed in to your account here. Your values stay locked until the master password is entered.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If it was not you, remove the link on your account page and sign out all other sessions.`],
    reason: 'this is the e-mail address of your account',
  }),
})

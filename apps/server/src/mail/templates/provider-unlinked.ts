import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, name } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const providerUnlinked = mailTemplate({
  name: 'provider-unlinked',
  category: 'security',
  priority: 'high',
  description: 'Reports that the link of an account to the identity provider was removed.',
  notMe: true,
  variables: { provider: name('The identity provider', 'Keycloak'), ...circumstances },
  subject: ({ provider }) => `${provider} can no longer sign you in`,
  body: ({ provider, ...of }, url) => ({
    title: `${provider} can no longer sign you in`,
    preview: 'The link of your account to an identity provider was removed.',
    paragraphs: [line`The link of your account to ${provider} was removed. Sign in another way from now on.`],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If it was not you, change your password and sign out all other sessions.`],
    reason: 'this is the e-mail address of your account',
  }),
})

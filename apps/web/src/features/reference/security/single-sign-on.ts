import { list, text, topic } from '../manual/block.ts'

export const singleSignOn = {
  ...topic(
    'single-sign-on',
    'Single sign-on with OpenID Connect',
    text(
      'The operator of an instance can connect an identity provider such as Keycloak, Entra ID or Google. The sign-in page then has the button **Continue with**, followed by its name.',
    ),
    list(
      'The operator decides whether accounts are created at the first sign-in, for which e-mail domains, and whether it is the only way in.',
      'An account is recognised by the provider’s own id of you, never by the e-mail address. To link an existing account, choose **Link** beside the provider on the account page.',
      'Signing out at the provider does not end your session here; **Sign out all others** does.',
      'The vault is not touched: you set a master password like everybody else.',
    ),
  ),
  alias: 'oidc sso openid connect saml keycloak entra okta google identity provider',
}

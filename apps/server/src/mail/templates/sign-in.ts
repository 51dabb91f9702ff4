/** Passwords, personal tokens, identity providers, and attempts to sign in. */
import { z } from 'zod'
import { line, paragraph } from '../mail-body.ts'
import { mailTemplate, notice } from '../mail-template.ts'
import {
  count,
  factorId,
  link,
  name,
  names,
  requestDetails,
  text,
  time,
  type Variable,
} from '../mail-variables.ts'
import { environmentsOf, momentOf, nameList, requestDetailsOf } from '../wording.ts'

export const newSignIn = notice({
  name: 'new-sign-in',
  priority: 'high',
  description: 'Reports a sign-in with a browser or program that the account has not used before.',
  subject: 'A new sign-in to your account',
  says: (of, url) => ({
    preview: `With ${of.device}.`,
    paragraphs: paragraph`Someone signed in to your account with a browser or program that it has not used before. If it was you, there is nothing to do.`,
    action: { label: 'See your sessions', url: `${url}/account/security#sessions` },
  }),
})

export const personalTokenCreated = notice({
  name: 'personal-token-created',
  priority: 'high',
  description: 'Reports a new personal token, and the command line that logged in if it was created for one.',
  variables: {
    ...requestDetails,
    token: name('The name of the token', 'CLI on laptop'),
    permissions: text('What it allows', 'Read variable values · List projects and environments'),
    environments: count('How many environments it opens', 12),
    expires: time('When it expires; 0: never'),
    login: text(
      'The command line that logged in; empty if none did',
      'envhold 1.0 on Linux from 203.0.113.9',
    ),
  },
  subject: ({ login }) =>
    login ? 'A command line was logged in to your account' : 'A personal token was created',
  says: ({ login, ...of }, url) => ({
    preview: `The token ${of.token} acts for you.`,
    paragraphs: paragraph`The token ${of.token} acts for you without signing in. It opens every environment that you can open: ${environmentsOf(of.environments)} now, and what is shared with you later. If it was you, there is nothing to do.`,
    facts: [
      ['Allows', of.permissions],
      ['Expires', of.expires === 0 ? 'never' : momentOf(of.expires)],
      login !== '' && ['Command line', login],
      ...requestDetailsOf(of),
    ],
    action: { label: 'See your tokens', url: `${url}/account/tokens` },
    closing: paragraph`Then revoke the token, too: signing out every device does not end it.`,
  }),
})

export const passwordChanged = notice({
  name: 'password-changed',
  description: 'Reports that the password of an account was changed.',
  subject: 'Your password was changed',
  says: {
    preview: 'All other sessions were signed out.',
    paragraphs: paragraph`Your sign-in password was changed. All other sessions were signed out.`,
  },
})

export const resetPassword = mailTemplate({
  name: 'reset-password',
  category: 'security',
  priority: 'critical',
  description: 'Has the link with which the owner of an account sets a new password.',
  secret: true,
  notMe: true,
  variables: {
    account: name('Whose password is set', 'ada'),
    link: link('Where to set it', 'https://vault.example.com/reset-password#eml_example'),
    ...requestDetails,
  },
  subject: () => 'Set a new password',
  body: ({ account, link, ...of }) => ({
    title: 'Set a new password',
    preview: 'The link works once, for 60 minutes.',
    paragraphs: [
      line`With this link you set a new sign-in password for the account ${account}. It works once, for 60 minutes.`,
      line`Your vault stays as it is: the master password, the recovery key and your passkeys do not change. If you use a second factor, you are asked for it at the next sign-in.`,
      line`If this e-mail address was never verified for the account, its passkeys, authenticator app, provider links and personal tokens are removed: someone else may have added them.`,
      line`If you ignore this e-mail, your password stays as it is.`,
    ],
    facts: requestDetailsOf(of),
    action: { label: 'Set a new password', url: link },
    reason: 'a new password was requested for the account with this e-mail address',
  }),
})

export const passwordReset = notice({
  name: 'password-reset',
  description: 'Reports that a new password was set with a mailed link.',
  subject: 'Your password was reset',
  says: (_, url) => ({
    preview: 'All devices were signed out. Your vault is unchanged.',
    paragraphs: [
      line`A new sign-in password was set with a link from this mailbox. All devices were signed out.`,
      line`Your vault is unchanged: the master password, the recovery key and your passkeys are the same as before.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
})

export const passwordResetUnverified = notice({
  name: 'password-reset-unverified',
  description:
    'Reports a new password of an account whose e-mail address was never verified, and what that removed.',
  subject: 'Your password was reset',
  says: {
    preview: 'All devices were signed out. Other ways to sign in were removed.',
    paragraphs: [
      line`A new sign-in password was set with a link from this mailbox. All devices were signed out.`,
      line`This e-mail address was never verified for the account, so someone else may have created it. Its passkeys, authenticator app, provider links and personal tokens were removed. Its vault is unchanged.`,
      line`Verify the address on your account page. If you did not choose the master password, start an empty vault there, and delete projects that are not yours.`,
    ],
  },
})

export const passwordResetTokens = notice({
  name: 'password-reset-tokens',
  description:
    'Reports that a new password was set with a mailed link, and which personal tokens still work.',
  action: { purpose: 'revoke-tokens', label: 'Revoke all personal tokens' },
  variables: {
    names: names('The newest personal tokens', ['laptop', 'ci']),
    more: count('How many others there are', 3),
    ...requestDetails,
  },
  subject: 'Your password was reset',
  says: ({ names, more }, url) => ({
    preview: 'All devices were signed out. Your vault is unchanged.',
    paragraphs: [
      line`A new sign-in password was set with a link from this mailbox. All devices were signed out.`,
      line`Your vault is unchanged: the master password, the recovery key and your passkeys are the same as before.`,
      line`These personal tokens still work: ${nameList(names, more)}.`,
      line`Revoke them if someone else may have them. Programs that use them then need new ones. The link works for 7 days.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
})

const places = ['session', 'device', 'new-devices'] as const
/** What wrong attempts have locked: a session, all sessions on a device, or all devices that have proved nothing. */
export type LockedPlace = (typeof places)[number]

const place: Variable<LockedPlace> = {
  type: 'text',
  description: 'What is locked',
  example: 'session',
  schema: z.enum(places),
}

const where: Readonly<Record<LockedPlace, string>> = {
  session: 'in one session',
  device: 'on one of your devices',
  'new-devices': 'on new devices',
}
const effects: Readonly<Record<LockedPlace, string>> = {
  session: 'This session accepts no more of them for 15 minutes. Your other sessions are not affected.',
  device: 'This device accepts no more of them for 15 minutes. Your other devices are not affected.',
  'new-devices':
    'New devices accept no more of them for 15 minutes. Devices that you have used for this before are not affected.',
}

export const attemptsLocked = notice({
  name: 'attempts-locked',
  description: 'Reports that wrong master passwords, codes or the like have locked a session or new devices.',
  variables: {
    ...requestDetails,
    place,
    attempts: name('What was entered', '10 wrong master passwords'),
    signedInAt: time('When the session was started; 0 while signing in'),
    signedInWith: {
      ...requestDetails.device,
      description: 'The browser or program that started the session',
    },
    signedInFrom: { ...requestDetails.ip, description: 'The IP address from which the session was started' },
  },
  subject: 'Too many wrong attempts in your account',
  says: (of, url) => ({
    preview: `${of.attempts} were entered.`,
    paragraphs: [[...line`${of.attempts} were entered `, `${where[of.place]}. ${effects[of.place]}`]],
    facts: [
      ...requestDetailsOf(of),
      of.signedInAt !== 0 && [
        'Session',
        `${of.signedInWith}, signed in on ${momentOf(of.signedInAt)} from ${of.signedInFrom || 'unknown'}`,
      ],
    ],
    action: { label: 'See your sessions', url: `${url}/account/security#sessions` },
  }),
})

export const providerLinked = notice({
  name: 'provider-linked',
  description: 'Reports that an account was linked to one at the identity provider.',
  variables: { provider: name('The identity provider', 'Keycloak'), ...requestDetails, factorId },
  removes: 'the link to this provider',
  subject: ({ provider }) => `${provider} can sign you in now`,
  says: ({ provider }) => ({
    preview: 'Your account was linked to an identity provider.',
    paragraphs: paragraph`Your account was linked to an account at ${provider}. Anyone who signs in there is signed in to your account here. Your values stay locked until the master password is entered.`,
  }),
})

export const providerUnlinked = notice({
  name: 'provider-unlinked',
  priority: 'high',
  description: 'Reports that the link of an account to the identity provider was removed.',
  variables: { provider: name('The identity provider', 'Keycloak'), ...requestDetails },
  subject: ({ provider }) => `${provider} can no longer sign you in`,
  says: ({ provider }) => ({
    preview: 'The link of your account to an identity provider was removed.',
    paragraphs: paragraph`The link of your account to ${provider} was removed. Sign in another way from now on.`,
  }),
})

import type { ProtectionPurpose } from '@envhold/contract/mailed-links.ts'

interface Texts {
  readonly title: string
  readonly explanation: (subject: string | null) => string
  readonly button: string
  readonly done: string
}

/** What the page of a security mail’s link says. */
export const protectionTexts: Readonly<Record<ProtectionPurpose, Texts>> = {
  'not-me': {
    title: 'Was this not you?',
    explanation: () =>
      'Every device is signed out, pending changes are stopped, and we mail you a link for a new password. Your vault stays locked: it opens only with your master password, recovery key or passkey.',
    button: 'Secure my account',
    done: 'Your account is secured',
  },
  'undo-email': {
    title: 'Undo the change of your e-mail address?',
    explanation: (subject) =>
      `Your account uses ${subject ?? 'its former address'} again. Every device is signed out, and we mail a link for a new password to that address.`,
    button: 'Undo the change',
    done: 'The change is undone',
  },
  'stop-change': {
    title: 'Stop the change?',
    explanation: (subject) =>
      subject === 'empty-vault' ? 'Your vault stays as it is.' : 'Your second factors stay as they are.',
    button: 'Stop the change',
    done: 'The change is stopped',
  },
  'revoke-tokens': {
    title: 'Revoke all personal tokens?',
    explanation: () =>
      'Programs that use one of them, such as the command line, lose access at once and need a new one.',
    button: 'Revoke all tokens',
    done: 'All personal tokens are revoked',
  },
}

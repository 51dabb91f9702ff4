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
    title: 'This was not you?',
    explanation: () =>
      'Then every device is signed out, changes that wait are stopped, and we mail you a link for a new password. Your vault stays shut for whoever signed in: it needs your master password.',
    button: 'Secure my account',
    done: 'Your account is secured',
  },
  'undo-email': {
    title: 'Undo the change of your e-mail address?',
    explanation: (subject) =>
      `Your account then uses ${subject ?? 'its former address'} again. Every device is signed out, and we mail a link for a new password to that address.`,
    button: 'Undo the change',
    done: 'The change is undone',
  },
  'stop-change': {
    title: 'Stop the change?',
    explanation: (subject) =>
      subject === 'empty-vault'
        ? 'Your vault is then not emptied.'
        : 'Your second factors are then not removed.',
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

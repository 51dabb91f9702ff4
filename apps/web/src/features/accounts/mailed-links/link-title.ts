/** The titles of the pages that mailed links open. */
export const linkTitles = {
  '/reset-password': 'Set a new password',
  '/confirm-email': 'Confirm your new e-mail address',
  '/not-me': 'This was not me',
  '/undo-email': 'Undo a change of your e-mail address',
  '/stop-change': 'Stop a change',
  '/revoke-tokens': 'Revoke personal tokens',
} as const
export type LinkPath = keyof typeof linkTitles

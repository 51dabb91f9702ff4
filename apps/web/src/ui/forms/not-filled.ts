/**
 * Props of a field that password managers must neither fill nor save: a master password, which is not the password of
 * the account, and secrets that belong to somebody else. Browsers and managers each have a mark of their own
 * (1Password, LastPass, Bitwarden, Dashlane).
 */
export const notFilled = {
  autoComplete: 'off',
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
} as const

const key = 'recovery-code-used'

/** Remembers in this tab that a recovery code signed in, since the factor it replaced may be lost. */
export const recoveryCodeUse = {
  read: (): boolean => sessionStorage.getItem(key) !== null,
  save: (): void => sessionStorage.setItem(key, '1'),
  forget: (): void => sessionStorage.removeItem(key),
}

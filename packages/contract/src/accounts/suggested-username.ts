import { limits } from '../limits.ts'

/** Leaves space for the number that makes a suggested username unique. */
export const suffixDigits = 6

/** The username that is derived from an e-mail address if the user chooses none, before it is made unique. */
export const suggestedUsername = (email: string): string =>
  (email.split('@')[0] ?? '').slice(0, limits.nameLength - suffixDigits)

/** Whether a username was derived from the e-mail address, with or without the number that made it unique. */
export function isSuggestedUsername(username: string, email: string): boolean {
  const base = suggestedUsername(email).toLowerCase()
  const given = username.toLowerCase()
  if (base === '' || !given.startsWith(base)) return false
  return /^(|[2-9]|1\d|20|\d{6})$/.test(given.slice(base.length))
}

import { limits } from './limits.ts'

/** Room for the number that makes a suggested username unique. */
export const suffixDigits = 6

/** The username that an account gets from its e-mail address when nobody chose one, before it is made unique. */
export const suggestedUsername = (email: string): string =>
  (email.split('@')[0] ?? '').slice(0, limits.nameLength - suffixDigits)

/** Whether a username is the suggested one, with or without the number that made it unique: nobody chose it. */
export function isSuggestedUsername(username: string, email: string): boolean {
  const base = suggestedUsername(email).toLowerCase()
  const given = username.toLowerCase()
  if (base === '' || !given.startsWith(base)) return false
  return /^(|[2-9]|1\d|20|\d{6})$/.test(given.slice(base.length))
}

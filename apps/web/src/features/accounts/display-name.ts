import { isSuggestedUsername } from '@envhold/contract/suggested-username.ts'

interface Person {
  readonly username?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
}

const nonEmpty = (text: string | null | undefined) => text?.trim() || undefined

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const fromEmail = (email: string | undefined) => {
  const words =
    email
      ?.split('@')[0]
      ?.split(/[._+-]+/)
      .filter(Boolean) ?? []
  return words.map(capitalised).join(' ') || undefined
}

/**
 * How somebody is greeted: by username, else by name, else by what the e-mail address suggests. A username that was
 * made from the e-mail address is none.
 */
export function displayName({ username, firstName, lastName, email }: Person): string {
  const first = nonEmpty(firstName)
  const last = nonEmpty(lastName)
  const address = nonEmpty(email)
  const name = nonEmpty(username)
  const chosen = name && address && isSuggestedUsername(name, address) ? undefined : name
  const both = first && last ? `${first} ${last}` : undefined
  return chosen ?? both ?? first ?? last ?? fromEmail(address) ?? 'User'
}

import { isSuggestedUsername } from '@envhold/contract/accounts/accounts.ts'
import { withAsciiHost } from '@envhold/contract/email-address.ts'

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

/** First and last name, as far as they are known. */
export const fullName = ({ firstName, lastName }: Person): string | undefined =>
  nonEmpty([firstName, lastName].flatMap((name) => nonEmpty(name) ?? []).join(' '))

/**
 * The name to greet the user with: username, else full name, else the local part of the e-mail address. A username
 * generated from the e-mail address does not count.
 */
export function displayName(person: Person): string {
  const { username, email } = person
  const address = nonEmpty(email)
  const name = nonEmpty(username)
  const chosen = name && address && isSuggestedUsername(name, address) ? undefined : name
  return chosen ?? fullName(person) ?? fromEmail(address) ?? 'User'
}

const canonical = (address: string) => withAsciiHost(address.trim()).normalize('NFC').toLowerCase()

/** Whether two spellings of an e-mail address are the same account; the server compares the same way. */
export const isSameEmail = (left: string, right: string) => canonical(left) === canonical(right)

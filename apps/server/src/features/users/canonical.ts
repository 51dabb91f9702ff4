import { hash } from 'node:crypto'
import { withAsciiHost } from '@envhold/contract/email-address.ts'

/**
 * The form in which e-mail addresses and usernames are compared: for uniqueness and for rate limits. A username contains
 * no @.
 */
export const canonical = (text: string): string => withAsciiHost(text).normalize('NFC').toLowerCase()

/**
 * The e-mail address without what follows a plus sign, which most mail servers deliver to the same mailbox. For limits
 * of mails only: accounts are told apart by the whole address.
 */
export const mailboxOf = (emailCanonical: string): string =>
  emailCanonical.replace(/^([^+@]+)\+[^@]*@/, '$1@')

/** The key of an account name in attempt counters. It is a hash because people type passwords into name fields. */
export const nameIdentity = (canonicalName: string): string => hash('sha256', canonicalName)

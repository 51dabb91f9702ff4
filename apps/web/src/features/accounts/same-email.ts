import { withAsciiHost } from '@envhold/contract/email-address.ts'

const canonical = (address: string) => withAsciiHost(address.trim()).normalize('NFC').toLowerCase()

/** Whether two spellings of an e-mail address are the same account; the server compares the same way. */
export const isSameEmail = (one: string, other: string) => canonical(one) === canonical(other)

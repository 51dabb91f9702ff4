import { emailAddress } from '@envhold/contract/email-address.ts'
import { limits } from '@envhold/contract/limits.ts'

/** An e-mail address without a name, as it is put into a `mailto:` link. */
export const supportEmail = emailAddress('must be an e-mail address, such as help@example.com').max(
  limits.emailLength,
  `must have at most ${limits.emailLength} characters`,
)

/** By convention: `support@` the instance's domain. */
export const defaultSupportEmail = (publicUrl: string): string =>
  `support@${new URL(publicUrl).hostname.replace(/^www\./, '')}`

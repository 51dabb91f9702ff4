import { emailAddress } from '@envhold/contract/email-address.ts'
import { z } from 'zod'

/** The sender of mails. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

const product = 'Envhold'
const address = emailAddress('').max(254)
const named = /^(?:"([^"<>\\]*)"\s*|([^"<>,;:@\\]*))<([^<>\s]+)>$/

const parse = (text: string): MailFrom | undefined => {
  const { data: alone } = address.safeParse(text)
  if (alone) return { name: product, address: alone }
  const [, quoted, plain, within = ''] = named.exec(text) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const { data } = address.safeParse(within)
  if (/\p{Cc}/u.test(name) || name.length > 100 || !data) return undefined
  return { name: name || product, address: data }
}

/** `Name <address>`, or the e-mail address alone. */
export const mailFrom = z
  .string()
  .transform(parse)
  .refine(
    (from) => from !== undefined,
    'must be an e-mail address, such as envhold@example.com, or one with a name: Envhold <envhold@example.com>',
  )

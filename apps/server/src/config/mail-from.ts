import { z } from 'zod'

/** The sender of mails. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

const product = 'Envhold'
const address = z.email().max(254)
const named = /^(?:"([^"<>\\]*)"\s*|([^"<>,;:@\\]*))<([^<>\s]+)>$/

const parse = (text: string): MailFrom | undefined => {
  if (address.safeParse(text).success) return { name: product, address: text }
  const [, quoted, plain, within = ''] = named.exec(text) ?? []
  const name = (quoted ?? plain ?? '').trim()
  if (/\p{Cc}/u.test(name) || name.length > 100 || !address.safeParse(within).success) return undefined
  return { name: name || product, address: within }
}

/** `Name <address>`, or the e-mail address alone. */
export const mailFrom = z
  .string()
  .transform(parse)
  .refine(
    (from) => from !== undefined,
    'must be an e-mail address, such as envhold@example.com, or one with a name: Envhold <envhold@example.com>',
  )

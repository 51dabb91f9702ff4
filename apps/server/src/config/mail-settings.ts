import { emailAddress } from '@envhold/contract/email-address.ts'
import { limits } from '@envhold/contract/limits.ts'
import { z } from 'zod'
import { loopback } from './loopback.ts'

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

/** An e-mail address without a name, as it is put into a `mailto:` link. */
export const supportEmail = emailAddress('must be an e-mail address, such as help@example.com').max(
  limits.emailLength,
  `must have at most ${limits.emailLength} characters`,
)

/** By convention: `support@` the instance's domain. */
export const defaultSupportEmail = (publicUrl: string): string =>
  `support@${new URL(publicUrl).hostname.replace(/^www\./, '')}`

/** The mail server that receives our mails. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`); otherwise the connection is upgraded before anything else is sent. */
  readonly secure: boolean
  /** `?tls=none`, for a relay in your own network: the connection may stay unencrypted. */
  readonly mayBeClear: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Undefined for a URL that is not one of a mail server. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined
  if (!['', '/'].includes(url.pathname) || url.hash !== '' || !['', '?tls=none'].includes(url.search))
    return undefined
  const secure = url.protocol === 'smtps:'
  if (secure && url.search !== '') return undefined
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    mayBeClear: url.search === '?tls=none' || loopback.test(url.hostname),
    login: user === '' ? undefined : { user, pass },
  }
}

export const smtpUrl = z
  .string()
  .refine(
    (text) => parseSmtpUrl(text) !== undefined,
    'must be like smtp://user:password@mail.example.com:587 or smtps://…, with user and password percent-encoded',
  )

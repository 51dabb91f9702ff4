import { z } from 'zod'
import { loopback } from './loopback.ts'

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

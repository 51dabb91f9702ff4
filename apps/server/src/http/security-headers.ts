import { versionHeader } from '@envhold/contract/cli-download.ts'
import { version } from '../version.ts'

/** What pages may load: their own scripts, styles, images and fonts, and responses of their own server. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  ].join(', '),
}

const oneYear = 365 * 24 * 60 * 60

type Headers = Readonly<Record<string, string>>

/** The headers of every response. No cache may store a response of the API. */
export function securityHeaders(publicUrl: string): { readonly page: Headers; readonly api: Headers } {
  const secure = publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${oneYear}` }
  const both = { ...everywhere, ...secure }
  return {
    page: { ...both, 'content-security-policy': pagePolicy },
    // The command line compares the version with its own.
    api: {
      ...both,
      'content-security-policy': apiPolicy,
      'cache-control': 'no-store',
      [versionHeader]: version,
    },
  }
}

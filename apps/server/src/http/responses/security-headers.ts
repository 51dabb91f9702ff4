import { versionHeader } from '@envhold/contract/pages/cli-download.ts'
import { version } from '../../config/version.ts'
import { isApi, isOperatorArea } from '../served/is-api.ts'

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

/** Of the style sheet that all mails share (mail-styles.ts). */
const mailStyleHash = 'sha256-BPJEeoc0ywI5XsOQhWcXD0rnmCvXLnnxQeeq/koorZM='

/**
 * The operator area shows mails in frames without scripts or an origin. They inherit this policy, and their layout is
 * made of style attributes.
 */
const operatorPolicy = [
  pagePolicy,
  'frame-src blob:',
  `style-src-elem 'self' '${mailStyleHash}'`,
  "style-src-attr 'unsafe-inline'",
].join('; ')

const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Of pages alone: it says nothing about an answer of the API, and would make each one longer. */
const permissions = [
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'publickey-credentials-get=(self), publickey-credentials-create=(self)',
].join(', ')

const oneYear = 365 * 24 * 60 * 60

type Headers = Readonly<Record<string, string>>

/** The headers of every response, by the path that it matches or its URL. No cache may store a response of the API. */
export function securityHeaders(publicUrl: string): {
  readonly api: Headers
  readonly of: (url: string) => Headers
} {
  const secure = publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${oneYear}` }
  const both = { ...everywhere, ...secure }
  const page = { ...both, 'permissions-policy': permissions, 'content-security-policy': pagePolicy }
  const operatorPage = { ...page, 'content-security-policy': operatorPolicy }
  // The command line compares the version with its own.
  const api = {
    ...both,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
    [versionHeader]: version,
  }
  const of = (url: string) => {
    if (isApi(url)) return api
    return isOperatorArea(url) ? operatorPage : page
  }
  return { api, of }
}

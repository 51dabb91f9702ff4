/** A request to the provider that the server has stored. */
export interface PreparedRequest {
  readonly url: string
  readonly state: string
  readonly browserValue: string
}

/** @param start asks the server for the URL */
export async function prepareRequest(
  start: (browserHash: string) => Promise<{ url: string }>,
): Promise<PreparedRequest> {
  const { browserValue, browserHash } = await newBrowserValue()
  const { url } = await start(browserHash)
  const { protocol, searchParams } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error('The provider’s URL is not valid. Ask the operator of this server.')
  return { url, state: searchParams.get('state') ?? '', browserValue }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** What binds a sign-in at the provider to this page: the server gets the hash first, and the value at the end. */
async function newBrowserValue(): Promise<{ browserValue: string; browserHash: string }> {
  const browserValue = base64url(crypto.getRandomValues(new Uint8Array(32)))
  // Absent on pages without https.
  if (!globalThis.isSecureContext) throw new Error('Open this page with https to sign in this way.')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(browserValue))
  return { browserValue, browserHash: base64url(new Uint8Array(digest)) }
}

/** The server asks the provider up to four times, and waits 5 seconds for each answer. */
export const providerTimeoutMs = 25_000

const key = 'provider-sign-in'

/** A sign-in for which this tab left to the provider. */
interface PendingRedirect extends Pick<PreparedRequest, 'state' | 'browserValue'> {
  /** The path to open afterwards, as the address of the page had it. */
  readonly next: string | null
}

export const savePendingRedirect = ({ state, browserValue, next }: PendingRedirect) =>
  sessionStorage.setItem(key, JSON.stringify({ state, browserValue, next }))

/** Reads and removes what belongs to this answer of the provider: it is used once. */
export function claimPendingRedirect(params: string): PendingRedirect | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  const pending: PendingRedirect = JSON.parse(stored)
  if (pending.state === '' || pending.state !== new URLSearchParams(params).get('state')) return undefined
  sessionStorage.removeItem(key)
  return pending
}

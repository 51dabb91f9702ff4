/**
 * Why a call got no response: what the system or the proxy said, and between which hosts. Never contains a user or a
 * password.
 */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** From Node or OpenSSL, such as `ECONNREFUSED`; `PROXY_REFUSED` when the proxy opened no tunnel. */
  readonly code: string
  readonly origin: string
  /** `http://proxy.example.com:3128`, or null. */
  readonly proxy: string | null
  /** The proxy's status when it did not open a tunnel. */
  readonly proxyStatus: number | null

  constructor(cause: unknown, url: URL, proxy: URL | null) {
    super('No answer', { cause })
    const message = cause instanceof Error ? cause.message : ''
    // The agent says no more than this.
    const status = proxy ? /^Bad response: (\d{3})$/.exec(message)?.[1] : undefined
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    this.proxyStatus = status === undefined ? null : Number(status)
    this.code = status === undefined ? code : 'PROXY_REFUSED'
    this.origin = url.origin
    this.proxy = proxy?.origin ?? null
  }
}

/** Why a call got no answer: what the system or the proxy said, and between whom. Never holds a user or a password. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** Of Node or OpenSSL, such as `ECONNREFUSED`; `PROXY_REFUSED` when the proxy opened no tunnel. */
  readonly code: string
  readonly origin: string
  /** `http://proxy.example.com:3128`; null without one. */
  readonly proxy: string | null
  /** What the proxy answered instead of opening a tunnel. */
  readonly proxyStatus: number | null

  constructor(cause: unknown, url: URL, proxy: URL | null) {
    super('No answer', { cause })
    const message = cause instanceof Error ? cause.message : ''
    // This is all that the agent says of it.
    const status = proxy ? /^Bad response: (\d{3})$/.exec(message)?.[1] : undefined
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    this.proxyStatus = status === undefined ? null : Number(status)
    this.code = status === undefined ? code : 'PROXY_REFUSED'
    this.origin = url.origin
    this.proxy = proxy?.origin ?? null
  }
}

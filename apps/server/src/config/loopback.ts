/** The host names of this machine, as URLs spell them. */
export const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether what is sent there is read by nobody between: with TLS, or on this machine. */
export const isConfidential = (url: URL | null): boolean =>
  url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))

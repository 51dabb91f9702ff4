const isIpAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** Whether this browser has passkeys for this page: they need https or localhost, and a host with a name. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)

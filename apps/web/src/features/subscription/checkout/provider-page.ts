const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * A page of a payment provider that the browser may be sent to: over HTTPS, of this server, or, on a developer's
 * machine, of this machine. Anything else in its place, such as a script, is refused.
 */
export function providerPage(url: string, origin: string): string {
  const here = new URL(origin)
  const target = new URL(url, here)
  const isLocal = target.protocol === 'http:' && isLoopback(target) && isLoopback(here)
  if (target.protocol !== 'https:' && target.origin !== here.origin && !isLocal)
    throw new TypeError('The payment page is neither on this server nor behind HTTPS')
  return target.href
}

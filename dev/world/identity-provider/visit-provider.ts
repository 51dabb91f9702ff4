// A browser at the provider: follows its redirects with cookies until it is sent back.

/** @returns the callback’s URL */
export async function visitProvider(url: string, callback: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = url
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at).href
    if (at.startsWith(callback)) return new URL(at)
  }
  throw new Error('The provider never sent the browser back')
}

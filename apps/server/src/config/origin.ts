/** The origin of a URL that is nothing else: without a path, a query and a user. */
export const originOf = (url: string): string | undefined => {
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return undefined
  const plain =
    parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username && !parsed.password
  return plain ? parsed.origin : undefined
}

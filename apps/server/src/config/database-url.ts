const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a part of the password ended up elsewhere in the URL: a raw / or # ends the host, so that the @ before the
 * real host follows later.
 */
const isTorn = ({ username, password, pathname, search, hash }: URL): boolean =>
  hash !== '' ||
  pathname.includes('@') ||
  (search.includes('@') && (username === '' || /^[^=]*@/.test(search))) ||
  !isDecodable(username) ||
  !isDecodable(password)

/**
 * What is wrong with the URL of a PostgreSQL, as the rest of a sentence; undefined for a valid one. Contains nothing
 * of the URL.
 */
export function databaseUrlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//i.test(text)) return 'must be a postgres:// URL; omit it for SQLite'
  const url = URL.parse(text)
  if (url && !isTorn(url)) return undefined
  return 'must be like postgres://user:password@host:5432/database, with user and password percent-encoded: / is %2F, # is %23, @ is %40, ? is %3F, % is %25'
}

import { UserError } from '@envhold/command/user-error.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/i

export const isLoopback = (server: string): boolean => loopback.test(new URL(server).hostname)

/** The canonical form of a server's URL, without a slash at the end. @throws UserError */
export function parseServerUrl(typed: string): string {
  const local = /^(localhost|127\.|\[::1\])/i.test(typed)
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${local ? 'http' : 'https'}://${typed}`
  const wrong = (problem: string) =>
    new UserError(`The server’s URL ${problem}.`, 'Use a URL like https://envhold.example.com')
  if (!URL.canParse(text)) throw wrong('is not valid')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('must begin with https:// or http://')
  if (url.username || url.password) throw wrong('must not contain a user or a password')
  if (url.search || url.hash) throw wrong('must not contain ? or #')
  return `${url.origin}${withoutSlashes(url.pathname)}`
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

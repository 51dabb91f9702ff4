import { AppError } from '../app-error.ts'

const refuse = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, message }] })

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse('query', 'Must be percent-encoded UTF-8')
  }
}

/** Takes a query string apart. A name that stands twice is refused: which of them is meant, nobody can say. */
export function readQuery(text: string): Readonly<Record<string, string>> {
  const read: Record<string, string> = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    if (name in read) throw refuse('query', 'Must hold each name once')
    read[name] = equals < 0 ? '' : decode(pair.slice(equals + 1))
  }
  return read
}

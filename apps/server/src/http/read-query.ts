import type { z } from 'zod'
import { AppError } from '../app-error.ts'
import { parseTexts } from './parse.ts'

const refuse = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, message }] })

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse('query', 'Must be percent-encoded UTF-8')
  }
}

const parameterName = /^[A-Za-z_]{1,40}$/

/** Parses a query string. A repeated name is rejected, because it is ambiguous. */
function pairsOf(text: string): Readonly<Record<string, string>> {
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

/**
 * Names the parameter if it looks like a misspelt name. Anything else may be part of a secret, such as the rest of a
 * value after an unencoded `&`.
 */
const unknownName = (name: string) =>
  refuse(parameterName.test(name) ? name : 'query', 'This call has no such parameter')

/**
 * The query of a URL, validated by the contract. A name that the contract does not list is rejected: a misspelt
 * `format` would otherwise be ignored without notice.
 */
export function readQuery(schema: z.ZodObject | undefined, url: string): unknown {
  const start = url.indexOf('?')
  const pairs = start < 0 ? {} : pairsOf(url.slice(start + 1))
  const unknown = Object.keys(pairs).find((name) => !Object.hasOwn(schema?.shape ?? {}, name))
  if (unknown !== undefined) throw unknownName('masterPassword' in pairs ? '' : unknown)
  return schema && parseTexts(schema, pairs, 'query')
}

import { isUtf8 } from 'node:buffer'
import { AppError, fieldError } from '../../app-error.ts'

const json = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i

const refuse = (message: string) => fieldError('body', message)

/**
 * Parses a JSON body. An empty body counts as an empty object, so that errors name the required fields. `JSON.parse`
 * keeps a key named `__proto__`, which a variable may have. Its error message quotes the input and is not passed on.
 */
export function readBody(contentType: string | undefined, body: unknown): unknown {
  const bytes = Buffer.isBuffer(body) ? body : undefined
  if (!bytes?.length && (contentType === undefined || json.test(contentType))) return {}
  if (contentType === undefined || !json.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  if (!bytes || !isUtf8(bytes)) throw refuse('Must be JSON in UTF-8')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refuse('Must be JSON in UTF-8')
  }
}

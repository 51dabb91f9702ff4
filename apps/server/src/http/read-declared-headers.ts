import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { AppError } from '../app-error.ts'

const sentTwice = ({ audience }: Pick<Endpoint, 'audience'>, name: string) =>
  audience === 'webhook'
    ? new AppError('UNAUTHENTICATED', { message: 'A header of the signature was sent twice.' })
    : new AppError('VALIDATION_FAILED', { details: [{ path: name, message: 'Must be sent once' }] })

/**
 * The request headers that an endpoint declares, from the raw list.
 * @throws AppError for a header that was sent twice: Node would join or drop one, and a signature covers only one
 */
export function readDeclaredHeaders(
  endpoint: Pick<Endpoint, 'audience' | 'requestHeaders'>,
  raw: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const read: Record<string, string | undefined> = {}
  for (const name of endpoint.requestHeaders ?? []) {
    const places = raw.flatMap((text, at) => (at % 2 === 0 && text.toLowerCase() === name ? [at] : []))
    if (places.length > 1) throw sentTwice(endpoint, name)
    const [at] = places
    read[name] = at === undefined ? undefined : raw[at + 1]
  }
  return read
}

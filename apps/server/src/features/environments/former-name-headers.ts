import { wireTime } from '../../http/wire-time.ts'
import { endOf, type FormerName } from './former-name-store.ts'

/**
 * The headers of a response to a call by a former name: since when it is one (RFC 9745) and when it ends (RFC 8594), and
 * the same as text. Names of environments have no character that a header cannot have.
 */
export function formerNameHeaders(
  former: FormerName | undefined,
  name: string,
): Readonly<Record<string, string>> {
  if (!former) return {}
  const end = endOf(former)
  return {
    deprecation: `@${Math.floor(former.renamed_at / 1_000)}`,
    sunset: new Date(end).toUTCString(),
    'x-envhold-warnings': `former-name: ${former.name} is now ${name} and ends on ${wireTime(end).slice(0, 10)}`,
  }
}

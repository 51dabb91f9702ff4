import { hasCredentials, isRandom } from './secret-values.ts'

/** A word that alone says that the value is secret. */
const secretWords = new Set([
  'SECRET',
  'SECRETS',
  'PASSWORD',
  'PASSWORDS',
  'PASSWD',
  'PASSPHRASE',
  'PASS',
  'PWD',
  'TOKEN',
  'TOKENS',
  'CREDENTIAL',
  'CREDENTIALS',
  'APIKEY',
  'PEPPER',
])

/** A word of secrets and of much else: the value has to look random, too. */
const keyWords = new Set(['KEY', 'KEYS', 'AUTH', 'SALT', 'SEED', 'SIGNING', 'ENCRYPTION', 'HMAC', 'LICENSE'])

/** A last word that makes it a setting of the secret, such as `JWT_SECRET_TTL`. */
const settingWords = new Set([
  ...['ID', 'IDS', 'NAME', 'USER', 'USERNAME', 'EMAIL', 'ISSUER', 'AUDIENCE', 'SCOPE', 'SCOPES'],
  ...['URL', 'URI', 'HOST', 'PORT', 'ENDPOINT', 'REGION', 'ARN', 'PATH', 'FILE', 'DIR'],
  ...['TTL', 'EXPIRY', 'EXPIRES', 'EXPIRATION', 'IN', 'LIFETIME', 'AGE', 'ROTATION', 'INTERVAL', 'TIMEOUT'],
  ...['SECONDS', 'MINUTES', 'HOURS', 'DAYS', 'MS', 'MAX', 'MIN', 'LENGTH', 'SIZE', 'COUNT', 'LIMIT'],
  ...['ROUNDS', 'COST', 'ALGORITHM', 'ALG', 'TYPE', 'METHOD', 'MODE', 'POLICY', 'HEADER', 'PREFIX', 'SUFFIX'],
  ...['FIELD', 'PARAM', 'FORMAT', 'ENCODING', 'ENABLED', 'DISABLED', 'REQUIRED', 'VERSION'],
  ...['FINGERPRINT', 'HASH', 'DIGEST', 'SHA', 'CHECKSUM', 'COMMIT'],
])

/** A word that says that everybody may know the value. */
const publicWords = new Set(['PUBLIC', 'PUBLISHABLE'])

const minLength = 8
const minCharacters = 4
const minRandomKeyLength = 16

/** Long enough, and with enough different characters, that it is no word such as `true` or `0000`. */
const isSubstantial = (value: string) =>
  value.length >= minLength && new Set(value.slice(0, 256)).size >= minCharacters

/** A URL or a file's path; what is secret in one is found by `hasCredentials`. */
const isLocation = (value: string) =>
  /^[a-z][a-z0-9+.:-]{1,40}:\/\//i.test(value) || /^(?:\/|\.{1,2}\/|~\/)/.test(value)

/**
 * Whether a variable looks like a secret, by its name and by the length and randomness of its value. Errs towards no:
 * a warning about `LOG_LEVEL` would teach people to ignore all of them.
 */
export function looksLikeSecret(key: string, value: string): boolean {
  if (value.length < minLength) return false
  if (hasCredentials(value)) return true
  if (isLocation(value) || value.includes('-----BEGIN ')) return false
  const words = key.toUpperCase().split(/[^A-Z0-9]/)
  if (settingWords.has(words.at(-1) ?? '') || words.some((word) => publicWords.has(word))) return false
  if (words.some((word) => secretWords.has(word))) return isSubstantial(value)
  if (words.some((word) => keyWords.has(word))) return isRandom(value, minRandomKeyLength)
  // Without a word in its name, hexadecimal digits are more often the hash of a commit or of an image.
  return !/^[0-9a-f]*$/i.test(value) && isRandom(value, 2 * minRandomKeyLength)
}

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

/** How the tokens of well-known services begin; those that everybody may know, such as `pk_live_`, are left out. */
const tokenStarts = [
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_', 'sk-'],
  ...['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_', 'github_pat_', 'glpat-', 'npm_', 'pypi-', 'dckr_pat_'],
  ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxs-', 'xapp-', 'SG.', 'hvs.', 'dop_v1_', 'shpat_', 'key_'],
]
const minTokenLength = 20

const isKnownToken = (value: string) =>
  value.length >= minTokenLength && tokenStarts.some((start) => value.startsWith(start))

const isPrivateKey = (value: string) => /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY/.test(value)

const secretParameters = new Set([
  ...['token', 'access_token', 'auth_token', 'key', 'api_key', 'apikey', 'secret', 'client_secret'],
  ...['password', 'pwd', 'sig', 'signature', 'x-amz-signature'],
])
const minParameterLength = 8

const isSecretParameter = ([name, value]: readonly [string, string]) =>
  secretParameters.has(name.trim().toLowerCase()) && value.trim().length >= minParameterLength

/** Far beyond any URL: what is longer is not searched. */
const maxUrlLength = 8_192

function urlHasCredentials(value: string): boolean {
  const start = /^[a-z][a-z0-9+.:-]{1,40}:\/\//i.exec(value)
  if (!start) return false
  const rest = value.slice(start[0].length, maxUrlLength)
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')))
  const colon = user.indexOf(':')
  if ((colon >= 0 && colon < user.length - 1) || isKnownToken(user)) return true
  const query = rest.indexOf('?')
  return query >= 0 && [...new URLSearchParams(rest.slice(query).split('#', 1)[0])].some(isSecretParameter)
}

/** `Server=db;User Id=shop;Password=…` */
const connectionStringHasPassword = (value: string) =>
  value.length <= maxUrlLength &&
  value.includes(';') &&
  value.split(';').some((part) => {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase()
    return (name === 'password' || name === 'pwd') && part.slice(at + 1).trim() !== ''
  })

/** Whether the value itself is a credential or has one in it, whatever its name. */
const hasCredentials = (value: string): boolean =>
  isKnownToken(value) ||
  isPrivateKey(value) ||
  /^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}$/.test(value) ||
  urlHasCredentials(value) ||
  connectionStringHasPassword(value)

const minBitsPerCharacter = 3
/** A longer value needs no more characters to judge. */
const maxMeasured = 1_024

/** Shannon entropy in bits per character: 4 at most for hexadecimal digits, 6 for base64, about 3 for a few words. */
export function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text.slice(0, maxMeasured)) counts.set(character, (counts.get(character) ?? 0) + 1)
  const total = Math.min(text.length, maxMeasured)
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return bits
}

/** How often letters and digits, or capitals and small letters, take turns: often in a key, seldom in words. */
function turns(text: string): number {
  const kindOf = (character: string) => {
    if (/\d/.test(character)) return 0
    return /[A-Z]/.test(character) ? 1 : 2
  }
  const kinds = Array.from(text.slice(0, maxMeasured), kindOf)
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
}

/** Whether a value looks like random characters of at least this length, and not like words, a host or a UUID. */
function isRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || !/^[\w+/=~-]*$/.test(value) || /^\d*$/.test(value)) return false
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return false
  const longest = value.split(/[-_+/=~]/).sort((a, b) => b.length - a.length)[0] ?? ''
  return (
    longest.length >= minLength / 2 &&
    turns(longest) >= longest.length / 8 &&
    entropy(value) >= minBitsPerCharacter
  )
}

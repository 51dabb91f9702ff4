import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entropy, looksLikeSecret } from './looks-like-secret.ts'

const hex = '9f86d081884c7d659a2feaa0c55ad015'
const base64 = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXAMPLEq9'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'
const privateKey = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----'
const certificate =
  '-----BEGIN CERTIFICATE-----\nMIIEBjCCAu6gAwIBAgIJAMc0ZzaSUK51MA0G\n-----END CERTIFICATE-----'

describe('looks like a secret', () => {
  test.each([
    ['DB_PASSWORD', 'hunter2-hunter2'],
    ['DB_PASSWORD', 'correct horse battery staple'],
    ['SESSION_SECRET', hex],
    ['session_secret', hex],
    ['GITHUB_TOKEN', 'abcd1234efgh'],
    ['AWS_SECRET_ACCESS_KEY', base64],
    ['ENCRYPTION_KEY', hex],
    ['APP_KEY', base64],
    ['COOKIE', base64],
    ['SMTP_PASS', 'a-bcd-efg'],
    ['STRIPE', 'sk_live_51H8xYabcdefghijk'],
    ['JWT', jwt],
    ['TLS', privateKey],
    ['TLS', privateKey.replaceAll('PRIVATE', 'RSA PRIVATE')],
    ['DATABASE_URL', 'postgres://shop:s3cr3t@db.internal:5432/shop'],
    ['DATABASE_URL', 'jdbc:postgresql://db/shop?user=shop&password=s3cr3t-s3cr3t'],
    ['REDIS_URL', 'redis://:s3cr3t@cache:6379'],
    ['HOOK_URL', 'https://example.com/hook?token=abcdefgh12'],
    ['REPOSITORY', 'https://ghp_abcdefghijklmnop1234@github.com/a/b'],
    ['DB', 'Server=db;User Id=shop;Password=s3cr3t;'],
  ])('%s=%s', (key, value) => expect(looksLikeSecret(key, value)).toBe(true))

  test.each([
    ['LOG_LEVEL', 'information'],
    ['PORT', '8080'],
    ['DEBUG', 'true'],
    ['TOKEN', ''],
    ['TOKEN', 'true'],
    ['PASSWORD', '00000000'],
    ['PASSWORD', 'short'],
    ['NODE_ENV', 'production'],
    ['REGION', 'eu-central-1'],
    ['APP_URL', 'https://shop.example.com/a/b?page=12345678'],
    ['TOKEN_URL', 'https://login.example.com/oauth/token'],
    ['API_SECRET', 'https://vault.example.com/secrets/1'],
    ['SENTRY_DSN', `https://${hex}@sentry.example.com/1`],
    ['DATABASE_URL', 'postgres://shop@db.internal:5432/shop'],
    ['DATABASE_URL', 'postgres://shop:@db.internal:5432/shop'],
    ['DB_HOST', 'db-01.internal.example.com'],
    ['DB', 'Server=db;User Id=shop;Password=;'],
    ['JWT_SECRET_TTL', '1209600000'],
    ['PASSWORD_MIN_LENGTH', '12345678'],
    ['SECRET_NAME', 'storefront/production'],
    ['SECRETS_FILE', '/run/secrets/storefront'],
    ['PRIVATE_KEY_PATH', '/etc/tls/key.pem'],
    ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_51H8xYabcdefghijk'],
    ['VAPID_PUBLIC_KEY', base64],
    ['CLIENT', '123e4567-e89b-12d3-a456-426614174000'],
    ['CACHE_KEY', 'storefront-products-by-category'],
    ['PARTITION_KEY', 'customer'],
    ['GIT_COMMIT', `${hex}12345678`],
    ['RELEASE', `${hex}12345678`],
    ['SSL_CA', certificate],
    ['FEATURES', 'search,checkout,newsletter,recommendations'],
    ['IMAGE', 'registry.example.com/storefront:1.12.3'],
    ['PHONE', '00491701234567890123456789012345'],
    ['GREETING', 'Hello and welcome to our storefront'],
  ])('not %s=%s', (key, value) => expect(looksLikeSecret(key, value)).toBe(false))
})

test('nothing short is one, and no value makes it fail', () => {
  // `maxLength` counts characters, of which some have two units.
  const short = fc.string({ maxLength: 7, unit: 'binary' }).map((text) => text.slice(0, 7))
  fc.assert(
    fc.property(fc.string(), short, (key, value) => {
      expect(looksLikeSecret(key, value)).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }), (key, value) => {
      expect(looksLikeSecret(key, value)).toBeTypeOf('boolean')
    }),
  )
})

test('numbers, switches and URLs without credentials never are, whatever their name', () => {
  const plain = fc.oneof(
    fc.constantFrom('true', 'false', 'on', 'off', 'yes', 'no', 'debug'),
    fc
      .integer()
      .map(String)
      .filter((text) => text.length < 8),
    fc.webUrl({ withQueryParameters: false, withFragments: false }),
  )
  fc.assert(
    fc.property(fc.constantFrom('API_TOKEN', 'DB_PASSWORD', 'KEY', 'X'), plain, (key, value) => {
      expect(looksLikeSecret(key, value)).toBe(false)
    }),
  )
})

test('random bytes under a secret name always are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), (bytes) => {
      const value = Buffer.from(bytes).toString('base64url')
      fc.pre(new Set(value).size >= 4)
      expect(looksLikeSecret('API_TOKEN', value)).toBe(true)
    }),
  )
})

test('entropy lies between none and that of evenly used characters', () => {
  expect(entropy('')).toBe(0)
  expect(entropy('aaaa')).toBe(0)
  expect(entropy('abcd')).toBe(2)
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 2_000 }), (text) => {
      expect(entropy(text)).toBeGreaterThanOrEqual(0)
      expect(entropy(text)).toBeLessThanOrEqual(Math.log2(1_024) + 1e-9)
    }),
  )
})

// The variables of a shop that has been growing for some years.

const services = [
  'NEWSLETTER',
  'ORDERS',
  'PRICING',
  'RECOMMENDATIONS',
  'SEARCH',
  'SHIPPING',
  'TAXES',
  'WAREHOUSE',
]

/** What every service of the shop is told about every other. */
const serviceVariables: Record<string, string> = Object.fromEntries(
  services.flatMap((service) => {
    const host = `https://${service.toLowerCase()}.internal`
    return [
      [`${service}_API_KEY`, `${service.toLowerCase()}-9f3c1d77`],
      [`${service}_BASE_URL`, host],
      [`${service}_CIRCUIT_BREAKER_THRESHOLD`, '0.5'],
      [`${service}_RETRIES`, '3'],
      [`${service}_TIMEOUT_MS`, '2500'],
    ]
  }),
)

export const production = {
  APP_NAME: 'Storefront',
  APP_URL: 'https://shop.example.com',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_REGION: 'eu-central-1',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  CDN_URL: 'https://cdn.example.com',
  DATABASE_POOL_SIZE: '20',
  DATABASE_URL: 'postgres://store:8fJ2kq@db.internal:5432/store?sslmode=require',
  FEATURE_CHECKOUT_V2: 'true',
  JWT_PRIVATE_KEY:
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
  OPENSEARCH_URL: 'https://search.internal:9200',
  PORT: '8080',
  REDIS_URL: 'rediss://:pW9x@cache.internal:6380/0',
  SENTRY_DSN: 'https://5f1c@o1.ingest.example.com/42',
  SESSION_SECRET: 'b7f1c0a2d94e4f0ea3c5',
  SMTP_PASSWORD: 'mail-3kd9',
  SMTP_URL: 'smtps://mailer@smtp.example.com:465',
  STRIPE_SECRET_KEY: 'sk_live_51H8xYexample',
  STRIPE_WEBHOOK_SECRET: 'whsec_9d8f7example',
  PAYMENT_PROVIDER_WEBHOOK_SIGNING_SECRET_BEFORE_THE_LAST_ROTATION: 'whsec_4b1example',
  ...serviceVariables,
}

const secret = /KEY|SECRET|PASSWORD|DSN/

/** Other secrets, and the same settings. */
const withOwnSecrets = (variables: Readonly<Record<string, string>>, environment: string) =>
  Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      secret.test(key) ? `${environment}-${value}` : value,
    ]),
  )

const { CDN_URL: _, SENTRY_DSN: __, ...fewer } = production
export const staging = {
  ...withOwnSecrets(fewer, 'staging'),
  APP_URL: 'https://staging.shop.example.com',
  // Somebody was in a hurry.
  AWS_SECRET_ACCESS_KEY: production.AWS_SECRET_ACCESS_KEY,
  DATABASE_URL: 'postgres://store:x1@db.staging.internal:5432/store',
  LOG_LEVEL: 'debug',
  PREVIEW_PASSWORD: 'peek',
}
const { FEATURE_CHECKOUT_V2: ___, SMTP_PASSWORD: ____, ...local } = fewer
export const development = {
  ...withOwnSecrets(local, 'local'),
  APP_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://localhost/store',
  LOG_LEVEL: 'debug',
  NODE_ENV: 'development',
  PORT: '3000',
}

const { REDIS_URL: _____, ...tested } = fewer
export const qa = {
  ...withOwnSecrets(tested, 'qa'),
  APP_URL: 'https://qa.shop.example.com',
  DATABASE_URL: 'postgres://store:x2@db.qa.internal:5432/store',
  NODE_ENV: 'test',
}

/** What the team wrote beside the variables of production. */
export const notes: Readonly<Record<string, string>> = {
  APP_NAME: 'Shown in mails and in the page title',
  APP_URL: 'Public address, without a slash at the end',
  AWS_ACCESS_KEY_ID: 'IAM user storefront-prod',
  AWS_SECRET_ACCESS_KEY: 'Belongs to AWS_ACCESS_KEY_ID',
  CDN_URL: 'Invalidated by the deploy job',
  DATABASE_POOL_SIZE: 'Per process; the plan allows 120',
  DATABASE_URL: 'Primary; user store',
  JWT_PRIVATE_KEY: 'Signs sessions',
  LOG_LEVEL: 'debug, info, warn or error',
  NEWSLETTER_API_KEY: 'Issued by the newsletter team',
}

import { accessSync, constants } from 'node:fs'
import { ConfigError } from '../../config/config.ts'

const certificateFiles = ['sslrootcert', 'sslcert', 'sslkey']

/** The driver's aliases of `verify-full`, of which it warns in seven lines that a later version of it will change them. */
const aliases = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/**
 * What the driver connects to: `DATABASE_URL` with `sslmode` in the word that says what the driver does.
 * @throws ConfigError for a file of a certificate that cannot be read
 */
export function driverUrl(databaseUrl: string): string {
  const parameters = URL.parse(databaseUrl)?.searchParams
  for (const name of certificateFiles) {
    const file = parameters?.get(name)
    if (file) requireReadable(name, file)
  }
  return parameters?.has('uselibpqcompat') ? databaseUrl : databaseUrl.replace(aliases, '$1verify-full')
}

function requireReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new ConfigError([`DATABASE_URL: ${name} names a file that cannot be read, ${file} (${code})`])
  }
}

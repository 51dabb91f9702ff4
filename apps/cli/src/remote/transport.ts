import { isLoopback } from '../config/server-url.ts'
import type { Settings } from '../config/settings.ts'
import { readText } from '../files/read-text.ts'
import { UserError } from '../user-error.ts'
import { createLeanFetch } from './lean-fetch.ts'
import { noticeNewerServer } from './notice-newer-server.ts'
import { retryingReads } from './retrying-reads.ts'

/** The options for the connection; every command that calls a server has them. */
export interface TransportOptions {
  readonly server: string | undefined
  readonly 'ca-file': string | undefined
  readonly insecure: boolean
}

type Given = Pick<TransportOptions, 'ca-file' | 'insecure'>

/** @throws UserError before anything is sent unencrypted to another machine */
function requireEncryption(settings: Settings, options: Given, server: string): void {
  if (server.startsWith('https:') || isLoopback(server) || options.insecure || settings.insecure) return
  throw new UserError(
    `${server} is not encrypted: others on the network could read the token and the values. Nothing was sent.`,
    `Use ${server.replace(/^http:/, 'https:')}. If you trust the whole network, pass --insecure or set ENVHOLD_INSECURE=1.`,
    'NOT_ENCRYPTED',
  )
}

async function readAuthorities(file: string): Promise<string> {
  const text = await readText(file)
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new UserError(
    text === null ? `${file} does not exist.` : `${file} contains no certificate.`,
    'Name a PEM file with the certificate of the authority: --ca-file FILE or ENVHOLD_CA_FILE.',
    'BAD_CA_FILE',
  )
}

/**
 * The connection to a server: encrypted, through the configured proxy, with retried reads.
 * @throws UserError if the token must not be sent that way
 */
export async function transportTo(settings: Settings, options: Given, server: string): Promise<typeof fetch> {
  requireEncryption(settings, options, server)
  const file = options['ca-file'] ?? settings.caFile
  const ca = file && server.startsWith('https:') ? await readAuthorities(file) : null
  const proxy = settings.proxies
    ? (await import('../config/proxies.ts')).proxyFor(server, settings.proxies)
    : null
  return noticeNewerServer(retryingReads(createLeanFetch({ ca, proxy })), settings, server)
}

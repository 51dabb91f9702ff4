import { createPublicKey } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { UsageError } from '@envhold/command/user-error.ts'
import { providerCallbackPath } from '@envhold/contract/accounts/identity-provider.ts'
import { z } from 'zod'
import { readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { type Tx, transact } from '../../features/audit-log/tx.ts'
import { hasSuperAdminWithPassword } from '../../features/roles/role-store.ts'
import type { ProviderSettings } from '../../identity-provider/provider-settings.ts'
import { authMethods, providerSettings } from '../../identity-provider/provider-settings.ts'
import {
  deleteProviderSettings,
  readProviderSettings,
  writeProviderSettings,
} from '../../identity-provider/provider-settings-store.ts'
import { openForVerifying } from '../../verify/open-for-verifying.ts'
import { actor, command, type Group } from '../command.ts'
import { openBesideServer } from '../open-for-changing.ts'
import { masked } from '../payments/show-settings.ts'
import { readText, readValue } from '../read-value.ts'
import { testProvider } from './test-provider.ts'

const readSettings = () => openForVerifying((opened) => readProviderSettings(opened))

/** A server reads the settings at each sign-in, so they can change beside it. */
const change = (work: (tx: Tx) => Promise<string>) => openBesideServer((ctx) => transact(ctx, actor, work))

const show = command({
  name: 'identity-provider show',
  summary: 'Show the settings, without secrets',
  async run({ info }) {
    const callback = `${readConfig(environment()).publicUrl}${providerCallbackPath}`
    info(showProvider(await readSettings(), callback))
    return 0
  },
})

const set = command({
  name: 'identity-provider set',
  summary: 'Read all settings from a JSON file, or ask for each; secrets without echo',
  operands: '[FILE]',
  details: 'FILE may be - for standard input.',
  examples: [['envhold-server identity-provider set provider.json', 'Read a file']],
  async run({ operands: [file], info }) {
    const before = await readSettings()
    const json = file === undefined ? await askSettings(before) : await readText(file)
    const settings = parseSettings(json, before)
    info(await change((tx) => setProvider(tx, settings)))
    return 0
  },
})

const test = command({
  name: 'identity-provider test',
  summary: 'Read the discovery document of the provider; exit code 0 or 1',
  async run({ info }) {
    const { success, message } = await testProvider(await readSettings())
    info(message)
    return success ? 0 : 1
  },
})

const remove = command({
  name: 'identity-provider remove',
  summary: 'Sign in with passwords only',
  async run({ info }) {
    info(await change(removeProvider))
    return 0
  },
})

export const identityProvider: Group = {
  name: 'identity-provider',
  summary: 'Show and change the identity provider, also beside a running server',
  commands: [show, set, test, remove],
  details: 'docs/identity-provider.md lists the settings, and what to enter at each provider.',
}

const publicKeyOf = ({ privateKey, privateKeyId }: ProviderSettings) => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  use: 'sig',
  ...(privateKeyId !== '' && { kid: privateKeyId }),
})

/** The settings as JSON. The secret is masked, and the private key is replaced by the public one. */
function showProvider(settings: ProviderSettings | undefined, callback: string): string {
  if (!settings) return 'There is no identity provider.'
  const { clientSecret, privateKey, ...open } = settings
  const visible = {
    ...open,
    ...(clientSecret !== '' && { clientSecret: masked(clientSecret) }),
    ...(privateKey !== '' && { publicKey: publicKeyOf(settings) }),
  }
  return `${JSON.stringify(visible, null, 2)}\nRedirect URI to register at the provider: ${callback}`
}

const secrets = ['clientSecret', 'privateKey'] as const

/**
 * Reads settings as JSON. A secret that is left out stays as it is, unless the provider or the client is another one.
 * @throws UsageError that names every invalid setting, without its value
 */
function parseSettings(json: string, before: ProviderSettings | undefined): ProviderSettings {
  const settings = parseObject(json)
  const isSameClient = before?.issuer === settings.issuer && before?.clientId === settings.clientId
  if (before && isSameClient) for (const name of secrets) settings[name] ??= before[name]
  const { success, data, error } = providerSettings.safeParse(settings)
  if (success) return data
  const problems = error.issues.flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: is not a setting`)
      : [`${path.join('.')}: ${message}`],
  )
  throw new UsageError(['These settings are invalid:', ...problems].join('\n'))
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(json))
    if (parsed.success) return parsed.data
  } catch {
    // The error of the parser quotes the text.
  }
  throw new UsageError('The settings must be a JSON object.')
}

/**
 * Stores the settings, and records that.
 * @throws UsageError when nobody could sign in while the provider is unavailable
 */
async function setProvider(tx: Tx, settings: ProviderSettings): Promise<string> {
  if (settings.onlyWayIn && !(await hasSuperAdminWithPassword(tx)))
    throw new UsageError(
      'onlyWayIn: needs an active SUPER_ADMIN with a password, for when the provider fails.',
    )
  await writeProviderSettings(tx, settings)
  const description = `The identity provider was set to ${settings.issuer}`
  tx.record({ type: 'sign_in_provider_changed', description })
  return description
}

/** Removes the settings. Links of accounts stay, and work again when the same provider is set. */
async function removeProvider(tx: Tx): Promise<string> {
  if (!(await deleteProviderSettings(tx))) return 'There is no identity provider.'
  const description = 'The identity provider was removed'
  tx.record({ type: 'sign_in_provider_changed', description })
  return description
}

type Name = keyof ProviderSettings

const texts = ['issuer', 'clientId', 'label', 'requiredClaim', 'requiredValue'] as const
const lists = ['allowedDomains', 'scopes'] as const
const flags = ['createAccounts', 'linkByVerifiedEmail', 'onlyWayIn'] as const

async function askOpenly(name: Name, hint: string, before: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = (await lines.question(`${name}${hint} [${before}]: `)).trim()
    if (answer === '-') return ''
    return answer === '' ? before : answer
  } finally {
    lines.close()
  }
}

/**
 * Asks for each setting on the terminal. An empty answer leaves it as it is, and `-` empties it.
 * @returns JSON
 * @throws UsageError without a terminal
 */
async function askSettings(before: ProviderSettings | undefined): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('Pass a file with the settings, or - for standard input.')
  const settings: Record<string, unknown> = {}
  for (const name of texts) settings[name] = await askOpenly(name, '', before?.[name] ?? '')
  for (const name of lists)
    settings[name] = (await askOpenly(name, ' (separated by spaces)', before?.[name].join(' ') ?? ''))
      .split(/[\s,]+/)
      .filter((part) => part !== '')
  for (const name of flags)
    settings[name] = (await askOpenly(name, ' (yes or no)', before?.[name] ? 'yes' : 'no')) === 'yes'
  const method = await askOpenly(
    'authMethod',
    ` (${authMethods.join(' or ')})`,
    before?.authMethod ?? authMethods[0],
  )
  settings.authMethod = method
  if (method === 'client_secret_basic') {
    const secret = await readValue('clientSecret (empty: unchanged): ')
    if (secret !== '') settings.clientSecret = secret
  } else {
    settings.privateKeyId = await askOpenly('privateKeyId', '', before?.privateKeyId ?? '')
    const file = await askOpenly('privateKey', ' (the path of a PEM file; empty: unchanged)', '')
    if (file !== '') settings.privateKey = await readText(file)
  }
  return JSON.stringify(settings)
}

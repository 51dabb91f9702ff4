import { createInterface } from 'node:readline/promises'
import { UsageError } from '@envhold/command/user-error.ts'
import { authMethods, type ProviderSettings } from '../../identity-provider/provider-settings.ts'
import { readText, readValue } from '../read-value.ts'

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
export async function askSettings(before: ProviderSettings | undefined): Promise<string> {
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

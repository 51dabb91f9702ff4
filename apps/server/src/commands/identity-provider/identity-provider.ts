import { createPublicKey } from 'node:crypto'
import { providerCallbackPath } from '@envhold/contract/accounts/identity-provider.ts'
import { readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { type Tx, transact } from '../../features/audit-log/tx.ts'
import type { ProviderSettings } from '../../identity-provider/provider-settings.ts'
import { readProviderSettings } from '../../identity-provider/provider-settings-store.ts'
import { openForVerifying } from '../../verify/open-for-verifying.ts'
import { actor, command, type Group } from '../command.ts'
import { openBesideServer } from '../open-for-changing.ts'
import { masked } from '../payments/show-settings.ts'
import { readText } from '../read-value.ts'
import { askSettings } from './ask-settings.ts'
import { removeProvider, setProvider } from './change-provider.ts'
import { parseSettings } from './parse-settings.ts'
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

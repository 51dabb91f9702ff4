import { UsageError } from '@envhold/command/user-error.ts'
import { z } from 'zod'
import { type ProviderSettings, providerSettings } from '../../identity-provider/provider-settings.ts'

const secrets = ['clientSecret', 'privateKey'] as const

/**
 * Reads settings as JSON. A secret that is left out stays as it is, unless the provider or the client is another one.
 * @throws UsageError that names every invalid setting, without its value
 */
export function parseSettings(json: string, before: ProviderSettings | undefined): ProviderSettings {
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

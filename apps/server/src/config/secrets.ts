import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { z } from 'zod'

const masked = '[secret]'

/** A text that no log, error or dump can show: it prints as `[secret]`, and only `reveal` returns it. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return masked
  }

  toJSON(): string {
    return masked
  }

  [inspect.custom](): string {
    return masked
  }
}

/** A setting that may be absent. */
export const secret = (text: string | undefined): Secret | undefined =>
  text === undefined ? undefined : new Secret(text)

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that are secret. Each may be in a file that `NAME_FILE` names, as orchestrators and systemd hand them out. */
const secretSettings = [
  'SERVER_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'HEALTH_WEBHOOK_URL',
  'BACKUP_S3_KEY_ID',
  'BACKUP_S3_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/** The secret settings that are in files, and the problems of those that cannot be read, without their content. */
export function readSecretFiles(environment: Environment): { set: Environment; problems: readonly string[] } {
  const set: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set: unset one of them`)
      continue
    }
    try {
      const text = readFileSync(file, 'utf8').trim()
      if (text === '') problems.push(`${name}_FILE names an empty file: ${file}`)
      set[name] = text
    } catch (error) {
      problems.push(`${name}_FILE cannot be read at ${file}: ${codeOf(error)}`)
    }
  }
  return { set, problems }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error'

const isServerSecret = (text: string): boolean => {
  try {
    serverSecrets(parseServerSecrets(text))
    return true
  } catch {
    return false
  }
}

/** One server secret, or several separated by commas: the one with the highest number seals, all of them open. */
export const serverSecretText = z
  .string()
  .refine(
    isServerSecret,
    'must be as `envhold-server secret new` prints it, or several of those, separated by commas',
  )

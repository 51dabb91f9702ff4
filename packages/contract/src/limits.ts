import { maxNoteLength, maxValueBytes } from '@envhold/formats/fields/text.ts'

/** The largest input that the API accepts. Bytes are of UTF-8. */
export const limits = {
  bodyBytes: 2 * 1024 * 1024,
  /** Without a valid credential, as when signing in. */
  anonymousBodyBytes: 64 * 1024,
  /** For calls of providers, whose signature is over the bytes as sent. */
  webhookBodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  valueBytes: maxValueBytes,
  environmentBytes: 1024 * 1024,
  environmentVariables: 2_000,
  projectEnvironments: 200,
  nameLength: 100,
  environmentNameLength: 50,
  descriptionLength: 1_000,
  variableKeyLength: 255,
  /** Notes are counted in code points. */
  noteLength: maxNoteLength,
  emailLength: 254,
  /** Passwords are counted in code points. */
  passwordMinLength: 8,
  passwordLength: 256,
  masterPasswordLength: 1_024,
  historyBytes: 64 * 1024 * 1024,
  historyKeptVersions: 20,
  /** Of an environment that is written while the storage of its owner is full. */
  historyFloorVersions: 5,
  allowedIps: 100,
  /** Of each personal token, on every plan. */
  personalTokenCallsPerHour: 1_000,
} as const

/** How long a client waits for a response. */
export const clientTimeoutMs = 10_000

/**
 * How long a client waits for a call that computes Argon2id: the server lets it wait 30 s for its turn, and a proxy
 * between them usually gives up after 60 s.
 */
export const argon2TimeoutMs = 45_000

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** A size in decimal units, such as '49.9 MB'. It is rounded down: what is not full never reads as full. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1_000 ** power
  const rounded = amount < 100 ? Math.floor(amount * 10) / 10 : Math.floor(amount)
  return `${rounded} ${units[power]}`
}

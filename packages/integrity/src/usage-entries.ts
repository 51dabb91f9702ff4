import { rejectIfThrown, rejectUnless } from './vault-error.ts'

/** What the usage log contains of one call of an API key, besides its project, its key and its time. */
export interface UsageCall {
  readonly durationUs: number
  readonly requestId: string
  readonly status: number
  readonly variables: number
  readonly environmentId: number | null
  readonly environmentName: string
  readonly method: string
  readonly endpoint: string
  readonly ip: string
  /** How many calls the entry counts: 1, or the calls beyond a limit. */
  readonly calls: number
}

type Kind = 'count' | 'text' | 'count or null'

/** The fields in the order of the format: those that differ from call to call come first. */
const fields = [
  ['durationUs', 'count'],
  ['requestId', 'text'],
  ['status', 'count'],
  ['variables', 'count'],
  ['environmentId', 'count or null'],
  ['environmentName', 'text'],
  ['method', 'text'],
  ['endpoint', 'text'],
  ['ip', 'text'],
  ['calls', 'count'],
] as const satisfies readonly (readonly [keyof UsageCall, Kind])[]

const version = 1

type Value = UsageCall[keyof UsageCall]

/**
 * The entries of one pack as one text (stored-formats.md, 'Usage'). An entry omits the fields at its end that equal
 * those of the entry before it.
 */
export function packUsage(calls: readonly UsageCall[]): string {
  let before: readonly Value[] = []
  const entries = calls.map((call) => {
    const values = fields.map(([name]) => call[name])
    const length = lengthWithoutRepeats(values, before)
    before = values
    return values.slice(0, length)
  })
  return JSON.stringify([version, ...entries])
}

function lengthWithoutRepeats(values: readonly Value[], before: readonly Value[]): number {
  let length = values.length
  while (length > 0 && values[length - 1] === before[length - 1]) length--
  return length
}

/** Reads what {@link packUsage} wrote. Throws VaultError for any other text. */
export function unpackUsage(text: string): UsageCall[] {
  const parsed: unknown = rejectIfThrown(() => JSON.parse(text))
  rejectUnless(Array.isArray(parsed) && parsed[0] === version)
  let before: readonly unknown[] = []
  const calls = parsed.slice(1).map((entry: unknown): UsageCall => {
    rejectUnless(Array.isArray(entry) && entry.length <= fields.length)
    const values: readonly unknown[] = [...entry, ...before.slice(entry.length)]
    rejectUnless(isCall(values))
    before = values
    return callOf(values)
  })
  rejectUnless(packUsage(calls) === text)
  return calls
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const isOfKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  count: isCount,
  text: (value) => typeof value === 'string',
  'count or null': (value) => value === null || isCount(value),
}

type Values = [number, string, number, number, number | null, string, string, string, string, number]

const isCall = (values: readonly unknown[]): values is Values =>
  values.length === fields.length && fields.every(([, kind], index) => isOfKind[kind](values[index]))

function callOf(values: Readonly<Values>): UsageCall {
  const [durationUs, requestId, status, variables, environmentId, ...rest] = values
  const [environmentName, method, endpoint, ip, calls] = rest
  return {
    durationUs,
    requestId,
    status,
    variables,
    environmentId,
    environmentName,
    method,
    endpoint,
    ip,
    calls,
  }
}

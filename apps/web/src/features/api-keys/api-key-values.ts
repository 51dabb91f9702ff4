import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { ipOrRange } from '@envhold/contract/ip-range.ts'
import { z } from 'zod'

const body = createApiKey.body.shape

/** The form's values: the call's fields, with the date as the date field's text. */
export const apiKeyForm = z.object({
  name: body.name,
  permissions: body.permissions,
  /** Null for all. An empty list would be taken for that. */
  environment_access: z.array(z.string()).min(1, 'At least one environment must be selected').nullable(),
  allowed_ips: z.array(z.string()),
  /** An IP address that was typed but not added yet; it is saved too. */
  typed_ip: z
    .string()
    .refine(
      (typed) => typed.trim() === '' || ipOrRange.safeParse(typed).success,
      'Must be an IP address or a CIDR range',
    ),
  /** Local time without a zone, `2026-03-01T12:00`; empty for a key that does not expire. */
  expires_at: z.string(),
  is_active: z.boolean(),
})
/** A new key cannot have expired already; one that is edited may. */
export const newApiKeyForm = apiKeyForm.refine(
  ({ expires_at }) => expires_at === '' || new Date(expires_at).getTime() > Date.now(),
  { path: ['expires_at'], message: 'The expiry must not be in the past' },
)
export type ApiKeyValues = z.output<typeof apiKeyForm>

export const newApiKey: ApiKeyValues = {
  name: '',
  permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
  environment_access: null,
  allowed_ips: [],
  typed_ip: '',
  expires_at: '',
  is_active: true,
}

/** The moment in so many days, as a date field shows it. */
export const inDays = (days: number, now = new Date()): string => {
  const moment = new Date(now)
  moment.setDate(moment.getDate() + days)
  return localMinute(moment)
}

/** A time as a date field shows it: local, to the minute. */
export function localMinute(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

export const valuesOf = (key: ApiKey): ApiKeyValues => ({
  name: key.key_name,
  permissions: key.permissions,
  environment_access: key.environment_access,
  allowed_ips: key.allowed_ips,
  typed_ip: '',
  expires_at: key.expires_at ? localMinute(new Date(key.expires_at)) : '',
  is_active: key.is_active,
})

/** What the form edits, as calls have it. */
export const fieldsOf = ({ key_name, permissions, environment_access, ...key }: ApiKey) => ({
  name: key_name,
  permissions,
  environment_access,
  allowed_ips: key.allowed_ips,
  expires_at: key.expires_at,
  is_active: key.is_active,
})

/** Adds an IP address, unless it is empty or a duplicate. */
export const withIp = (addresses: readonly string[], typed: string) =>
  [...new Set([...addresses, typed.trim()])].filter((address) => address !== '')

/** The request body. */
export const bodyOf = ({ environment_access, expires_at, allowed_ips, typed_ip, ...rest }: ApiKeyValues) => ({
  ...rest,
  allowed_ips: withIp(allowed_ips, typed_ip),
  environment_access,
  expires_at: expires_at === '' ? null : new Date(expires_at).toISOString(),
})

/** The changed fields only: an untouched date must not be rounded to the minute. */
export function changesOf(key: ApiKey, values: ApiKeyValues) {
  const before = bodyOf(valuesOf(key))
  const after = bodyOf(values)
  const changed = <K extends keyof typeof after>(name: K) =>
    JSON.stringify(before[name]) === JSON.stringify(after[name]) ? {} : { [name]: after[name] }
  return {
    ...changed('name'),
    ...changed('permissions'),
    ...changed('environment_access'),
    ...changed('allowed_ips'),
    ...changed('expires_at'),
    ...changed('is_active'),
  }
}

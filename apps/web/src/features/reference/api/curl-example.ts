import type { Audience, Endpoint } from '@envhold/contract/endpoint.ts'
import { idempotencyHeader } from '@envhold/contract/idempotency.ts'
import { z } from 'zod'
import { typeText } from './describe-endpoint.ts'

const samples: Record<string, string> = {
  environment: 'production',
  key: 'DATABASE_URL',
  version: '12',
  keyId: '4fJ2kQ8sLm1Zx',
}
const tokens: Readonly<Record<Audience, string>> = {
  session: '$TOKEN',
  user: '$TOKEN',
  operator: '$TOKEN',
  'api-key': '$ENVHOLD_API_KEY',
  anyone: '',
  webhook: '',
}

const sampleValue = (name: string, type: string): unknown => {
  if (name === 'email') return 'ada@example.com'
  if (name === 'name') return 'production'
  if (type.includes('[]')) return []
  if (type.startsWith('integer') || type.startsWith('number')) return 1
  if (type.startsWith('boolean')) return true
  if (type.startsWith('object of')) return { DATABASE_URL: '…' }
  if (type.includes(' | ') && !type.includes('null')) return type.split(' | ')[0]
  return '…'
}

const sampleBody = (body: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(body.shape)
      .filter(([, field]) => !z.safeParse(field as z.ZodType, undefined).success)
      .map(([name, field]) => {
        const json = z.toJSONSchema(field as z.ZodType, { io: 'input', unrepresentable: 'any' })
        return [name, sampleValue(name, typeText(json))]
      }),
  )

/** A curl command for a call, with secrets as shell variables. */
export function curlExample(call: Endpoint, origin: string): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '7')
  const query =
    call.query && 'left' in call.query.shape
      ? '?left=1&right=2'
      : call.name === 'inject'
        ? '?format=dotenv'
        : ''
  const token = tokens[call.audience]
  const auth =
    call.audience === 'api-key' ? `-H "X-API-Key: ${token}"` : token && `-H "Authorization: Bearer ${token}"`
  const body = call.body && JSON.stringify(sampleBody(call.body))
  const parts = [
    `curl -fsS${call.method === 'GET' ? '' : ` -X ${call.method}`}`,
    auth,
    call.vault && call.audience === 'session' && '-H "x-master-password: $MASTER_PASSWORD"',
    call.idempotency && `-H "${idempotencyHeader}: $(uuidgen)"`,
    body && '-H "Content-Type: application/json"',
    body && `-d '${body}'`,
    `"${origin}/api${path}${query}"`,
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

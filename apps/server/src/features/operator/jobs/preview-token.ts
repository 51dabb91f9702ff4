import { randomBytes } from 'node:crypto'
import * as field from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import { isUserAct, type JobKindName, jobKinds, previewMinutes } from '@envhold/contract/operator/jobs.ts'
import { userFilter } from '@envhold/contract/operator/users.ts'
import { z } from 'zod'
import { conflict, TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import { defineRowMac } from '../../../db/row-mac.ts'
import type { Row } from '../../../db/tables.ts'
import type { Counts } from './job-kind.ts'

/** What an act on users does, and to whom: as its preview was signed. */
const userActInput = z.strictObject({
  filter: z.strictObject(userFilter),
  /** The newest account of the preview: those that are created later are left alone. */
  upTo: z.int(),
  plan: field.text(limits.nameLength).exactOptional(),
  ends_at: field.time.exactOptional(),
})
export type UserActInput = z.output<typeof userActInput>

const payload = z.strictObject({
  nonce: z.string(),
  kind: z.enum(jobKinds),
  operator: z.int(),
  counts: z.record(z.string(), z.int()),
  expires: z.int(),
  /** Of an act on users: what it does, and to whom. */
  input: userActInput.exactOptional(),
})
type Payload = z.output<typeof payload>

/** What a job keeps of its preview. A job without one has counts only. */
const storedPreview = z.object({ counts: payload.shape.counts })

/** What the preview that started a job showed. @throws StoredJsonError */
export const countsOfPreview = (text: string): Payload['counts'] => parseStored(storedPreview, text).counts

/** As of a row, although nothing is stored: the caller carries it. */
export const payloadMac = defineRowMac<{ readonly text: string }>(
  'operator_job_previews',
  () => '',
  ({ text }) => ({ text }),
)

interface Expected {
  readonly kind: JobKindName
  readonly operator: number
  /** What the same preview shows now. */
  readonly counts: Counts
  readonly input?: UserActInput
}

/** How far a count may change between preview and start. */
const tolerance = 0.1

/** Signs what a preview showed to an operator. */
export function signPreview(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  { kind, operator, counts, input }: Expected,
): { readonly token: string; readonly expires: number } {
  const expires = clock() + previewMinutes * 60_000
  const nonce = randomBytes(12).toString('base64url')
  const text = JSON.stringify({
    nonce,
    kind,
    operator,
    counts,
    expires,
    ...(input && { input }),
  } satisfies Payload)
  return { token: tokenOf(secrets, text), expires }
}

const tokenOf = (secrets: Context['secrets'], text: string): string => {
  const mac = Buffer.from(payloadMac.of(secrets, { text }))
  return `${Buffer.from(text).toString('base64url')}.${mac.toString('base64url')}`
}

const lookAgain = (why: string) => conflict(`${why} Preview it again before you start.`)

/**
 * Checks that an operator has just seen what a job would touch.
 * @returns what the job stores, so that no preview starts two
 * @throws AppError CONFLICT
 */
export function checkPreview(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  token: string | undefined,
  { kind, operator, counts }: Expected,
): string {
  if (token === undefined) throw lookAgain('This needs a preview of what it would touch.')
  const text = openToken(secrets, token)
  const seen = text === undefined ? undefined : parseStored(payload, text)
  if (text === undefined || seen?.kind !== kind || seen.operator !== operator)
    throw lookAgain('The preview is not valid.')
  const now = clock()
  // One from the future was made by a clock that was ahead.
  if (seen.expires <= now || seen.expires > now + previewMinutes * 60_000)
    throw lookAgain(`The preview is older than ${previewMinutes} minutes.`)
  for (const [name, count] of Object.entries(counts)) {
    const then = seen.counts[name] ?? 0
    if (Math.abs(count - then) > then * tolerance)
      throw lookAgain(`The numbers have changed: ${then} ${name} then, ${count} now.`)
  }
  return text
}

/** What a job on users keeps: its token, so that nobody without the server secret can plant such a job. */
const storedToken = z.object({ token: z.string() })

export const withToken = ({ secrets }: Pick<Context, 'secrets'>, text: string, counts: Counts): string =>
  JSON.stringify({ token: tokenOf(secrets, text), counts })

/**
 * What the act of a stored job is, and who started it.
 * @throws TamperedRowError if no server signed it
 */
export function readStoredInput(
  { secrets }: Pick<Context, 'secrets'>,
  job: Pick<Row<'operator_jobs'>, 'id' | 'preview'>,
) {
  const { token } = parseStored(storedToken, job.preview)
  const signed = readSignedInput({ secrets }, token)
  if (!signed) throw new TamperedRowError('operator_jobs', String(job.id))
  return signed
}

/** The act that a token was made for; undefined if it is not one of ours. */
export function readSignedInput({ secrets }: Pick<Context, 'secrets'>, token: string | undefined) {
  const text = token === undefined ? undefined : openToken(secrets, token)
  const { kind, input, operator, expires } = text === undefined ? {} : parseStored(payload, text)
  return kind && isUserAct(kind) && input && operator && expires
    ? { kind, input, operator, expires }
    : undefined
}

function openToken(secrets: Context['secrets'], token: string): string | undefined {
  const [body = '', mac = ''] = token.split('.')
  const text = Buffer.from(body, 'base64url').toString('utf8')
  try {
    payloadMac.check(secrets, { text, mac: Buffer.from(mac, 'base64url') })
    return text
  } catch {
    return undefined
  }
}

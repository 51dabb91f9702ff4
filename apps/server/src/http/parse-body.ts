import type { z } from 'zod'
import { charged, pauseCall } from '../db/charged-work.ts'
import { parse } from './parse.ts'
import { readBody } from './read-body.ts'

/** Reads and validates a JSON body. Other calls run between the steps of a long one. */
export async function parseBody(
  schema: z.ZodType,
  contentType: string | undefined,
  bytes: Uint8Array,
): Promise<unknown> {
  const read = charged(() => readBody(contentType, bytes))
  await pauseCall()
  const parsed = charged(() => parse(schema, read, 'body'))
  await pauseCall()
  return parsed
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const readInstance = endpoint({
  name: 'readInstance',
  tag: 'Health',
  summary: 'What this instance can do.',
  method: 'GET',
  path: '/instance',
  audience: 'anyone',
  output: z.object({
    /** Whether a mail server is configured. Without one nobody gets a link by mail. */
    can_mail: z.boolean(),
  }),
  success: 200,
  errors: [],
})

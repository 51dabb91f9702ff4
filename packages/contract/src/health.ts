import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const part = z.enum(['ok', 'failing'])

/** What the service needs to do its work. `disk`: the data folder, where the database lies in it.
 * `process`: failing while the server shuts down. */
const partNames = ['database', 'disk', 'process'] as const
export type PartName = (typeof partNames)[number]

const health = z
  .object({
    status: part,
    parts: z.partialRecord(z.enum(partNames), part).optional(),
    version: z.string().max(40),
  })
  .meta({ id: 'Health' })

export const readLiveness = endpoint({
  name: 'readLiveness',
  tag: 'Health',
  summary: 'The process answers.',
  method: 'GET',
  path: '/health/live',
  audience: 'anyone',
  output: health,
  success: 200,
  errors: [],
})

export const readReadiness = endpoint({
  name: 'readReadiness',
  tag: 'Health',
  summary: 'The service can do its work; 503 names the part that fails.',
  method: 'GET',
  path: '/health/ready',
  audience: 'anyone',
  output: health,
  success: 200,
  errors: ['UNAVAILABLE'],
})

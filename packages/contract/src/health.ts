import { z } from 'zod'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('Health')

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

export const readLiveness = endpoint('GET /health/live', {
  name: 'readLiveness',
  summary: 'Check that the process is live.',
  audience: 'anyone',
  output: health,
})

export const readReadiness = endpoint('GET /health/ready', {
  name: 'readReadiness',
  summary: 'Check that the service is ready. A response with 503 names each failing part.',
  audience: 'anyone',
  output: health,
  errors: ['UNAVAILABLE'],
})

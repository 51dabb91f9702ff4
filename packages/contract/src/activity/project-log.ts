/** The log of a project, as its owner downloads it and verifies it without the server. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'

const endpoint = endpointsOf('Activity')

/** An account downloads logs this often in an hour. */
export const projectLogsPerHour = 20

export const downloadProjectLog = endpoint('GET /projects/{id}/log', {
  name: 'downloadProjectLog',
  summary:
    'Download the log of a project, for its owner: every entry as stored, with the links that chain them. `envhold audit verify` verifies the file. A file without its last line is unfinished.',
  audience: 'user',
  permission: 'read_projects',
  params: z.object({ id: field.pathId }),
  produces: ['application/x-ndjson'],
  errors: ['NOT_FOUND'],
})

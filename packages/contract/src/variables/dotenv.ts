/** An environment as a `.env` text. */
import { dotenvDialects } from '@envhold/formats/dialect.ts'
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { masterPasswordQuery, writeModes, writtenChanges } from './variables.ts'

const endpoint = endpointsOf('Variables')

const params = z.object({ id: field.pathId })

/** Names of variables in a query, separated by commas. */
const keyList = z
  .string()
  .max(8_000)
  .regex(/^[A-Za-z0-9_]+(?:,[A-Za-z0-9_]+)*$/, 'Must be names of variables, separated by commas')

export const downloadEnvironment = endpoint('GET /env/environments/{id}/download', {
  name: 'downloadEnvironment',
  summary: 'Download an environment as a `.env` file, with notes as comments.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  secret: true,
  params,
  query: z.object({
    masterPassword: masterPasswordQuery,
    dialect: z.enum(dotenvDialects).optional(),
    /** Only these variables. */
    only: keyList.optional(),
    /** All but these variables, such as those that the dialect cannot hold. */
    except: keyList.optional(),
  }),
  produces: ['text/plain; charset=utf-8'],
  errors: ['NOT_FOUND'],
})

export const importVariables = endpoint('POST /env/environments/{id}/import', {
  name: 'importVariables',
  summary:
    'Import a `.env` text into the environment as one version; comments directly above a variable become its note. With `dryRun`, only return what would change.',
  audience: 'user',
  permission: 'write_variables',
  vault: true,
  idempotency: 'replay',
  conditional: 'write',
  confirms: true,
  params,
  body: z.object({
    dotenv: z.string().max(limits.environmentBytes),
    mode: z.enum(writeModes),
    /** The reader for which the text was written; without one, what any reader reads differently is a warning. */
    dialect: z.enum(dotenvDialects).optional(),
    dryRun: z.boolean().optional(),
  }),
  output: writtenChanges,
  errors: ['NOT_FOUND', 'PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})

/** Where a variable or a value is used, over all projects that the caller may read. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { environmentColors } from '../environments/environments.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { projectRoles } from '../projects/projects.ts'
import * as variableFields from './variable-fields.ts'

const endpoint = endpointsOf('Variables')

/** What one search for a value may open: the newest version of each environment. */
export const valueSearch = {
  environments: 2_000,
  /** Of sealed content. */
  bytes: 64 * 1024 * 1024,
  /** Of an environment, whose values are looked for together. */
  keys: 50,
  callsPerHour: 120,
} as const

export const maxFound = 1_000

const foundEnvironment = z
  .object({
    id: field.id,
    name: z.string().max(limits.environmentNameLength),
    color: z.enum(environmentColors).nullable(),
    protected: z.boolean(),
    version: field.version,
  })
  .meta({ id: 'FoundEnvironment' })
export type FoundEnvironment = z.output<typeof foundEnvironment>

const key = z.string().max(limits.variableKeyLength)

/** A variable of one project, with those of the project's environments in which it was found. */
const foundVariable = z
  .object({
    key,
    project: z.object({
      id: field.id,
      name: z.string().max(limits.nameLength),
      owner_username: z.string().max(limits.nameLength),
      user_role: z.enum(projectRoles),
    }),
    environments: z.array(foundEnvironment).min(1).max(limits.projectEnvironments),
  })
  .meta({ id: 'FoundVariable' })
export type FoundVariable = z.output<typeof foundVariable>

/** What was found, and how much of it there is without a limit. */
const counted = {
  /** How many there are: `matches` may have fewer. */
  total: field.count,
  projects: field.count,
  /** How many environments were searched. */
  searched: field.count,
  /** How many were not: their names are stored by the next write, or their key was not granted yet. */
  unsearched: field.count,
}

export const findVariables = endpoint('POST /env/find', {
  name: 'findVariables',
  summary:
    'Find variables by name in every project that the caller may read. No value is decrypted, so the vault can be locked.',
  // What is typed into a search field may be a pasted value: it belongs in no URL.
  audience: 'user',
  permission: 'read_schema',
  body: z.object({
    /** A name or a pattern in any case: `*` stands for any characters, `?` for one. */
    name: z
      .string()
      .min(1)
      .max(limits.variableKeyLength)
      .regex(/^[A-Za-z0-9_*?]+$/, 'Must be a name, or a pattern with * and ?'),
    /** This project comes first among those with the same variable. */
    first: field.id.optional(),
    limit: z.int().min(1).max(maxFound).default(100),
  }),
  output: z.object({
    matches: z.array(foundVariable).max(maxFound),
    ...counted,
    /** If nothing was found: the closest name, or the words that it begins with. */
    nearest: key.nullable(),
  }),
})

export const findSameValues = endpoint('POST /env/find/same-value', {
  name: 'findSameValues',
  summary:
    'Find the variables that have the same value, in every project that the caller may read: as `keys` of an environment, or as `value`. The projects record it as a read. At most 2,000 environments are searched; choose `projects` if there are more.',
  audience: 'user',
  permission: 'read_variables',
  vault: true,
  body: z.object({
    /** Pass either a value, or an environment and its keys. */
    value: variableFields.variableValue.optional(),
    environment_id: field.id.optional(),
    keys: z.array(field.existingKey).min(1).max(valueSearch.keys).optional(),
    /** A version from the history of the environment, such as the one before a rotation. */
    version: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    /** Only search these. */
    projects: z.array(field.id).min(1).max(1_000).optional(),
  }),
  output: z.object({
    /** Without the variable that was asked about. `same_as` is its key, or null for a value. */
    matches: z.array(foundVariable.extend({ same_as: key.nullable() })).max(maxFound),
    ...counted,
  }),
  errors: ['NOT_FOUND', 'LIMIT_REACHED'],
})

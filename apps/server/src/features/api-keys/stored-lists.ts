import { apiKeyPermissionNames } from '@envhold/contract/permissions.ts'
import { z } from 'zod'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import type { Row } from '../../db/tables.ts'

type Key<Column extends keyof Row<'api_keys'>> = Pick<Row<'api_keys'>, Column>

const names = z.array(z.enum(apiKeyPermissionNames))

export const permissionsOfKey = ({ permissions }: Key<'permissions'>) => parseStored(names, permissions)

/** The ids of the environments that a key may open, as text; null: all. */
export const environmentsOfKey = ({ environment_access: text }: Key<'environment_access'>) =>
  text === null ? null : parseStored(storedTexts, text)

/** An empty list allows every address. */
export const addressesOfKey = ({ allowed_ips }: Key<'allowed_ips'>) => parseStored(storedTexts, allowed_ips)

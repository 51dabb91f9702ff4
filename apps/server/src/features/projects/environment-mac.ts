import { environments } from '../../db/schema/environments.ts'

/** Identifies an environment, its newest version, its key, the number and the names of its variables, and its marks. */
export const environmentMac = environments.mac

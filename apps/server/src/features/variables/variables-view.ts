import { toDetails, toRecord, type Variables } from '@envhold/formats/variables.ts'
import { charged } from '../../db/charged-work.ts'

/** The variables of an environment as a response shows them, which takes milliseconds for thousands. */
export const variablesView = (variables: Variables) =>
  charged(() => ({ variables: toRecord(variables), details: toDetails(variables) }))

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Apart from the other calls of the master password, because every page reads it. */
export const readMasterPasswordStatus = endpoint('GET /auth/master-password/status', {
  name: 'readMasterPasswordStatus',
  tag: 'Master password',
  summary: 'Read whether the account has a master password.',
  audience: 'session',
  output: z.object({ hasMasterPassword: z.boolean() }),
})

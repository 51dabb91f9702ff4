import { accountTables } from './accounts.ts'
import { archiveTables } from './archive.ts'
import { auditLogTables } from './audit-log.ts'
import { environmentTables } from './environments.ts'
import { factorTables } from './factors.ts'
import { instanceTables } from './instance.ts'
import { keyringTables } from './keyring.ts'
import { limitTables } from './limits.ts'
import { mailTables } from './mail.ts'
import { operatorTables } from './operator.ts'
import { paymentTables } from './payments.ts'
import { projectTables } from './projects.ts'
import { sandboxTables } from './sandbox.ts'
import { usageTables } from './usage.ts'

/** All tables, in an order in which they can be created. */
export const everyTable = [
  ...instanceTables,
  ...accountTables,
  ...factorTables,
  ...limitTables,
  ...projectTables,
  ...environmentTables,
  ...keyringTables,
  ...archiveTables,
  ...mailTables,
  ...auditLogTables,
  ...usageTables,
  ...paymentTables,
  ...sandboxTables,
  ...operatorTables,
] as const

export type AnyTable = (typeof everyTable)[number]

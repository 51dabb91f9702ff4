import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Db, Engine } from './connect.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { sharing } from './migrations/0002-sharing.ts'
import { tallies } from './migrations/0003-tallies.ts'
import { signInWaits } from './migrations/0004-sign-in-waits.ts'
import { limits } from './migrations/0005-limits.ts'
import { integrity } from './migrations/0006-integrity.ts'
import { instanceId } from './migrations/0007-instance-id.ts'
import { stepUp } from './migrations/0008-step-up.ts'
import { environmentNames } from './migrations/0009-environment-names.ts'
import { roles } from './migrations/0010-roles.ts'
import { variableCounts } from './migrations/0011-variable-counts.ts'
import { payments } from './migrations/0012-payments.ts'
import { grace } from './migrations/0013-grace.ts'
import { usage } from './migrations/0014-usage.ts'
import { auditChains } from './migrations/0015-audit-chains.ts'
import { accountSecurity } from './migrations/0016-account-security.ts'
import { erasures } from './migrations/0017-erasures.ts'
import { contactMessages } from './migrations/0018-contact-messages.ts'
import { operatorArea } from './migrations/0019-operator-area.ts'
import { instance } from './migrations/0020-instance.ts'
import { environmentMarks } from './migrations/0021-environment-marks.ts'
import { deviceLogins } from './migrations/0022-device-logins.ts'
import { dueDays } from './migrations/0023-due-days.ts'
import { countedReads } from './migrations/0024-counted-reads.ts'
import { contactMails } from './migrations/0025-contact-mails.ts'
import { storedBytes } from './migrations/0026-stored-bytes.ts'
import { sealedMacs } from './migrations/0027-sealed-macs.ts'
import { sessionDevices } from './migrations/0028-session-devices.ts'
import { formerEnvironmentNames } from './migrations/0029-former-environment-names.ts'
import { operatorFactor } from './migrations/0030-operator-factor.ts'
import { revocations } from './migrations/0031-revocations.ts'

type Migration = (db: Db, engine: Engine, secrets: ServerSecrets) => Promise<void>

/** Forward only, in this order, each once. A migration that has been released is never edited. */
export const migrations: readonly (readonly [name: string, migration: Migration])[] = [
  ['0001-foundation', foundation],
  ['0002-sharing', sharing],
  ['0003-tallies', tallies],
  ['0004-sign-in-waits', signInWaits],
  ['0005-limits', limits],
  ['0006-integrity', integrity],
  ['0007-instance-id', instanceId],
  ['0008-step-up', stepUp],
  ['0009-environment-names', environmentNames],
  ['0010-roles', roles],
  ['0011-variable-counts', variableCounts],
  ['0012-payments', payments],
  ['0013-grace', grace],
  ['0014-usage', usage],
  ['0015-audit-chains', auditChains],
  ['0016-account-security', accountSecurity],
  ['0017-erasures', erasures],
  ['0018-contact-messages', contactMessages],
  ['0019-operator-area', operatorArea],
  ['0020-instance', instance],
  ['0021-environment-marks', environmentMarks],
  ['0022-device-logins', deviceLogins],
  ['0023-due-days', dueDays],
  ['0024-counted-reads', countedReads],
  ['0025-contact-mails', contactMails],
  ['0026-stored-bytes', storedBytes],
  ['0027-sealed-macs', sealedMacs],
  ['0028-session-devices', sessionDevices],
  ['0029-former-environment-names', formerEnvironmentNames],
  ['0030-operator-factor', operatorFactor],
  ['0031-revocations', revocations],
]

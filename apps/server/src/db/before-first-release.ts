/** Its databases have the tables of version 1.0. */
const last = '0031-revocations'

/** The migrations before it, by number. */
const earlier = [
  'foundation sharing tallies sign-in-waits limits integrity instance-id step-up environment-names roles',
  'variable-counts payments grace usage audit-chains account-security erasures contact-messages operator-area',
  'instance environment-marks device-logins due-days counted-reads contact-mails stored-bytes sealed-macs',
  'session-devices former-environment-names operator-factor',
]
  .join(' ')
  .split(' ')
  .map((name, index) => `${String(index + 1).padStart(4, '0')}-${name}`)

/** Whether a database ended with the last migration before version 1.0: it is adopted as it is. */
export const isAdoptable = (migrated: string): boolean => migrated === last

/** Whether a database ended with an earlier one. This version cannot migrate it. */
export const isTooOld = (migrated: string): boolean => earlier.includes(migrated)

/** The last commit that migrates databases that are too old. */
export const lastCommitBefore = 'fbd66a30'

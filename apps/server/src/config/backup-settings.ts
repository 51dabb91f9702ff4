/** The settings of backups: how often, how many, and where they go. */
import { z } from 'zod'
import { type BackupPlace, parsePlace, parseRecipients } from './backup-place.ts'
import { isConfidential } from './loopback.ts'
import { type BackupRetention, parseRetention } from './retention-setting.ts'
import { type Secret, secret } from './secrets.ts'
import { numberBetween, originOf } from './setting-forms.ts'

export interface BackupSettings {
  /** Which backups are stored, on the machine and where they go. */
  readonly retained: BackupRetention
  /** How often one is made; undefined: only when somebody asks for it. */
  readonly everyHours: number | undefined
  /** How old the newest one may be before Health warns; 0: it does not. */
  readonly warningDays: number
  /** Where each backup goes, encrypted; undefined: it stays on this machine. */
  readonly to: BackupPlace | undefined
  /** Of age: only their identities decrypt what leaves the machine. */
  readonly recipients: readonly string[]
  readonly s3: S3Settings
}

export interface S3Settings {
  /** An origin. */
  readonly endpoint: string
  readonly region: string
  readonly keyId: Secret | undefined
  readonly key: Secret | undefined
}

export const backupFields = {
  BACKUPS_RETAINED: z
    .string()
    .transform(parseRetention)
    .refine(
      (rule) => rule !== undefined,
      'must be a number from 1 to 1000, or days, weeks and months: 7d,4w,12m',
    )
    .optional(),
  BACKUP_EVERY_HOURS: numberBetween(1, 8_760).optional(),
  BACKUP_WARNING_DAYS: numberBetween(0, 365).default(7),
  BACKUP_TO: z
    .string()
    .transform(parsePlace)
    .refine(
      (place) => place !== undefined && place.kind !== 'pipe',
      'must be s3://bucket/prefix, a remote of rclone with a path (sftp:envhold), or an absolute path',
    )
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .transform(parseRecipients)
    .refine(
      (list) => list !== undefined,
      'must be a recipient of age (age1…), or several with spaces between',
    )
    .optional(),
  BACKUP_S3_ENDPOINT: z
    .string()
    .transform(originOf)
    .refine(
      (origin) => origin !== undefined && isConfidential(URL.parse(origin)),
      'must be like https://s3.example.com, without a path, and with http only on this machine',
    )
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be a region, such as eu-central-1')
    .default('us-east-1'),
  BACKUP_S3_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be the id of an access key')
    .optional(),
  BACKUP_S3_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be the secret of an access key')
    .optional(),
}

/** Rules that involve several of them. */
export const checkBackupSettings = (set: Readonly<Record<string, string>>): string[] => [
  ...(set.BACKUP_TO && !set.BACKUP_RECIPIENT
    ? [
        'BACKUP_RECIPIENT is required with BACKUP_TO: a recipient of age (age1…), whose identity is not on this machine',
      ]
    : []),
  ...(set.BACKUP_TO?.startsWith('s3:') && !(set.BACKUP_S3_KEY_ID && set.BACKUP_S3_KEY)
    ? ['BACKUP_S3_KEY_ID and BACKUP_S3_KEY are required with BACKUP_TO=s3://…']
    : []),
]

const defaultRetention: BackupRetention = { newest: 7, days: 0, weeks: 0, months: 0 }

const schema = z.object(backupFields)

export const backupSettings = (data: z.output<typeof schema>): BackupSettings => ({
  retained: data.BACKUPS_RETAINED ?? defaultRetention,
  everyHours: data.BACKUP_EVERY_HOURS,
  warningDays: data.BACKUP_WARNING_DAYS,
  to: data.BACKUP_TO,
  recipients: data.BACKUP_RECIPIENT ?? [],
  s3: {
    endpoint: data.BACKUP_S3_ENDPOINT ?? `https://s3.${data.BACKUP_S3_REGION}.amazonaws.com`,
    region: data.BACKUP_S3_REGION,
    keyId: secret(data.BACKUP_S3_KEY_ID),
    key: secret(data.BACKUP_S3_KEY),
  },
})

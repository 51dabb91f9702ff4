import { retention } from '@envhold/contract/archive/archive.ts'
import { idempotencyHours } from '@envhold/contract/idempotency.ts'
import type { RetentionRule } from '../jobs/retention-rule.ts'

/** What the sweeps delete that declare nothing beside their code. */
export const rules = {
  idempotencyKeys: [
    {
      what: 'Stored answers to repeated requests',
      period: { hours: idempotencyHours },
      after: 'the first request',
    },
  ],
  usageOfDeletedKeys: [
    {
      what: 'Calls with a deleted API key, with their IP addresses',
      period: 'immediately',
      after: 'the key is deleted',
    },
  ],
  keyCounters: [
    { what: 'Counts of calls with a deleted API key', period: 'immediately', after: 'the key is deleted' },
  ],
  projects: [
    {
      what: 'A deleted project with its environments, variables, versions and API keys',
      period: { days: retention.deletedProjectDays },
      after: 'it is deleted',
    },
  ],
  invitations: [
    {
      what: 'An invitation without an answer',
      period: { days: retention.invitationDays },
      after: 'it is sent',
    },
  ],
  accounts: [
    {
      what: 'A deleted account with its projects, keys, tokens and settings',
      period: { days: retention.deletedAccountDays },
      after: 'it is deleted',
    },
  ],
  erasures: [
    {
      what: 'The name, the e-mail address and the IP addresses of a deleted account in the activity log',
      period: { days: retention.deletedAccountDays },
      after: 'the account is deleted',
    },
  ],
  accountPhases: [
    {
      what: 'An archived project with its environments, variables, versions and API keys',
      period: { days: retention.archivedProjectDays },
      after: 'it is archived, or after the end of the grace period if that is later',
    },
  ],
} as const satisfies Readonly<Record<string, readonly RetentionRule[]>>

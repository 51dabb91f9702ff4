import {
  type DoneCount,
  isVerifying,
  type Job,
  type JobKindName,
  type JobSummary,
  type PreviewCount,
  type PreviewedKind,
  waitingText,
} from '@envhold/contract/operator/jobs.ts'
import { formatCount } from '../../../ui/text/format.ts'

interface Words {
  /** What it asks before it starts. */
  readonly question: string
  /** Must be typed to confirm. */
  readonly word: string
  readonly confirmText: string
  readonly tone: 'danger' | 'primary'
  /** When it cannot start. */
  readonly failure: string
}

export const jobLabels: Readonly<Record<PreviewedKind, Words>> = {
  'cleanup-expired': {
    question:
      'This will permanently delete the accounts whose 30-day restore window has ended. This action cannot be undone. Continue?',
    word: 'delete',
    confirmText: 'Delete Accounts',
    tone: 'danger',
    failure: 'Error during cleanup of expired accounts',
  },
  'restore-eligible': {
    question: 'This will restore all eligible archived projects. Continue?',
    word: 'restore',
    confirmText: 'Restore Projects',
    tone: 'primary',
    failure: 'Error during bulk restore operation',
  },
  'orphaned-data': {
    question:
      'This will permanently delete rows whose owner, project, environment or API key is missing. Continue?',
    word: 'delete',
    confirmText: 'Clean Orphaned',
    tone: 'danger',
    failure: 'Error during orphaned data cleanup',
  },
  'force-cleanup': {
    question: 'This will permanently delete all expired data. This action cannot be undone. Continue?',
    word: 'delete',
    confirmText: 'Delete Expired Data',
    tone: 'danger',
    failure: 'Error during force cleanup operation',
  },
  'reapply-revocations': {
    question:
      'This will take away again what was revoked after the backup, and tell people what only they can repeat. Deleted accounts are suspended, and the API keys of deleted projects switched off. Continue?',
    word: 'revoke',
    confirmText: 'Revoke Again',
    tone: 'danger',
    failure: 'Failed to revoke again',
  },
  'expired-subscriptions': {
    question:
      'This will finish the downgrades whose grace period is over, and permanently delete archived projects past their time.',
    word: 'cleanup',
    confirmText: 'Confirm Cleanup',
    tone: 'danger',
    failure: 'Cleanup failed',
  },
}

/** What each kind of job did, in this order. */
const jobResults: Readonly<Record<JobKindName, readonly DoneCount[]>> = {
  'cleanup-expired': ['deletedUsers'],
  'restore-eligible': ['restoredProjects', 'usersAffected', 'skippedProjects'],
  'orphaned-data': ['orphanedProjects', 'orphanedEnvironments', 'orphanedVariables', 'deletedRows'],
  'force-cleanup': [
    'deletedUsers',
    'deletedProjects',
    'archivedProjectsDeleted',
    'waitingUsers',
    'freedBytes',
    'deletedRows',
  ],
  'expired-subscriptions': [
    'usersAffected',
    'finalizedDowngrades',
    'archivedProjectsDeleted',
    'waitingUsers',
  ],
  'reapply-revocations': ['repeatedRevocations', 'toldPeople', 'missingSubjects'],
  'suspend-users': ['changedUsers'],
  'unsuspend-users': ['changedUsers'],
  'sign-out-users': ['changedUsers'],
  'grant-plan': ['changedUsers', 'skippedUsers'],
  'verify-audit': ['checkedChains', 'checkedEntries'],
  'verify-activity': ['checkedChains', 'checkedEntries'],
  'verify-usage': ['checkedChains', 'checkedEntries'],
}

const resultLabels: Readonly<Record<DoneCount, string>> = {
  deletedUsers: 'Users deleted',
  deletedProjects: 'Deleted projects erased',
  freedBytes: 'Storage freed',
  deletedRows: 'Other rows deleted',
  restoredProjects: 'Projects restored',
  skippedProjects: 'Skipped: the plan has no room',
  usersAffected: 'Users affected',
  orphanedProjects: 'Orphaned projects',
  orphanedEnvironments: 'Orphaned environments',
  orphanedVariables: 'Orphaned variables',
  finalizedDowngrades: 'Downgrades finalized',
  archivedProjectsDeleted: 'Archived projects deleted',
  waitingUsers: 'Mailed first, due tomorrow',
  repeatedRevocations: 'Revoked again',
  toldPeople: 'People told',
  missingSubjects: 'No longer here',
  checkedChains: 'Chains checked',
  checkedEntries: 'Valid entries',
  changedUsers: 'Users changed',
  skippedUsers: 'Left out: larger or longer plan',
}

const bytesPerMb = 1024 * 1024

/** What a job did, by name. */
export const resultFacts = ({ kind, result, failed }: JobSummary): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    jobResults[kind].map((name) => {
      const count = result[name] ?? 0
      const value = name === 'freedBytes' ? `${(count / bytesPerMb).toFixed(1)} MB` : formatCount(count)
      return [resultLabels[name], value]
    }),
  ),
  ...(failed > 0 && { [isVerifying(kind) ? 'Problems' : 'Failed']: formatCount(failed) }),
})

const singular: Readonly<Record<PreviewCount, string>> = {
  users: 'user',
  projects: 'project',
  environments: 'environment',
  variables: 'variable',
  revocations: 'revocation',
}

/** Such as '2 users, 1 project'. */
export const previewText = (counts: JobSummary['preview']): string =>
  Object.entries(counts)
    .map(([name, count]) => formatCount(count, singular[name as PreviewCount], name))
    .join(', ')

export const isNothing = (counts: JobSummary['preview']): boolean =>
  Object.values(counts).every((count) => count === 0)

/** How a cleanup of subscriptions ended, in a sentence. */
export function cleanupMessage({ state, result, failed, error }: Job): string {
  const users = (result.usersAffected ?? 0) + failed
  if (state === 'done') return `Processed ${formatCount(users, 'user')}${waitingText(result)}`
  if (state === 'running') return 'The cleanup is running'
  return state === 'stopped' ? 'The cleanup was stopped' : (error ?? 'Cleanup failed')
}

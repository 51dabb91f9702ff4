import type {
  DoneCount,
  Job,
  JobKindName,
  JobSummary,
  PreviewCount,
} from '@envhold/contract/operator/jobs.ts'

interface Words {
  /** What it asks before it starts. */
  readonly question: string
  /** Must be typed to confirm. */
  readonly word: string
  readonly confirmText: string
  readonly tone: 'danger' | 'primary'
  /** When it cannot start. */
  readonly failure: string
  /** What it did, in this order. */
  readonly results: readonly DoneCount[]
}

export const jobWords: Readonly<Record<JobKindName, Words>> = {
  'cleanup-expired': {
    question:
      'This will permanently delete the accounts whose 30 days to come back are over. This action cannot be undone. Continue?',
    word: 'delete',
    confirmText: 'Delete Accounts',
    tone: 'danger',
    failure: 'Error during cleanup of expired accounts',
    results: ['deletedUsers'],
  },
  'restore-eligible': {
    question: 'This will restore all eligible archived projects. Continue?',
    word: 'restore',
    confirmText: 'Restore Projects',
    tone: 'primary',
    failure: 'Error during bulk restore operation',
    results: ['restoredProjects', 'usersAffected', 'skippedProjects'],
  },
  'orphaned-data': {
    question:
      'This will permanently delete rows whose owner, project, environment or API key is missing. Continue?',
    word: 'delete',
    confirmText: 'Clean Orphaned',
    tone: 'danger',
    failure: 'Error during orphaned data cleanup',
    results: ['orphanedProjects', 'orphanedEnvironments', 'orphanedVariables', 'deletedRows'],
  },
  'force-cleanup': {
    question: 'This will permanently delete all expired data. This action cannot be undone. Continue?',
    word: 'delete',
    confirmText: 'Delete Expired Data',
    tone: 'danger',
    failure: 'Error during force cleanup operation',
    results: ['deletedUsers', 'deletedProjects', 'archivedProjectsDeleted', 'freedBytes', 'deletedRows'],
  },
  'expired-subscriptions': {
    question:
      'This will finish the downgrades whose grace period is over, and permanently delete archived projects past their time.',
    word: 'cleanup',
    confirmText: 'Confirm Cleanup',
    tone: 'danger',
    failure: 'Cleanup failed',
    results: ['usersAffected', 'finalizedDowngrades', 'archivedProjectsDeleted'],
  },
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
}

const shown = (count: number) => count.toLocaleString('en-US')
const bytesPerMb = 1024 * 1024

/** What a job did, by name. */
export const resultFacts = ({ kind, result, failed }: JobSummary) => [
  ...jobWords[kind].results.map((name) => ({
    label: resultLabels[name],
    value:
      name === 'freedBytes'
        ? `${((result[name] ?? 0) / bytesPerMb).toFixed(1)} MB`
        : shown(result[name] ?? 0),
  })),
  ...(failed > 0 ? [{ label: 'Failed', value: shown(failed) }] : []),
]

const singular: Readonly<Record<PreviewCount, string>> = {
  users: 'user',
  projects: 'project',
  environments: 'environment',
  variables: 'variable',
}

/** Such as '2 users, 1 project'. */
export const countText = (counts: JobSummary['preview']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${shown(count)} ${count === 1 ? singular[name as PreviewCount] : name}`)
    .join(', ')

export const isNothing = (counts: JobSummary['preview']): boolean =>
  Object.values(counts).every((count) => count === 0)

/** How a cleanup of subscriptions ended, in a sentence. */
export function cleanupMessage({ state, result, failed, error }: Job): string {
  const users = (result.usersAffected ?? 0) + failed
  if (state === 'done') return `Processed ${users === 1 ? '1 user' : `${shown(users)} users`}`
  if (state === 'running') return 'The cleanup is running'
  return state === 'stopped' ? 'The cleanup was stopped' : (error ?? 'Cleanup failed')
}

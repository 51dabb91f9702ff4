import type { Project, ReadOnlyReason } from '@envhold/contract/projects.ts'

const texts: Record<ReadOnlyReason, string> = {
  grace_period: 'Read-only during grace period',
  owner_suspended: 'Read-only while the owner’s account is suspended',
}

/** Why a project cannot be changed; undefined while it can. */
export const readOnlyText = ({ read_only }: Pick<Project, 'read_only'>): string | undefined =>
  read_only ? texts[read_only] : undefined

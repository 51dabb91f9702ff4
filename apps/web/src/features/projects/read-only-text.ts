import { type Project, readOnlyMessages } from '@envhold/contract/projects/projects.ts'

/** Why a project cannot be changed; undefined while it can. */
export const readOnlyText = ({ read_only }: Pick<Project, 'read_only'>): string | undefined =>
  read_only ? readOnlyMessages[read_only] : undefined

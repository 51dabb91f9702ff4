import type { Compliance } from '@envhold/contract/compliance.ts'

export type MaybeCompliance = Compliance | null | undefined

type InGrace = Compliance & { readonly gracePeriodEnd: string }

export const isInGrace = (compliance: MaybeCompliance): compliance is InGrace =>
  compliance?.inGracePeriod === true && compliance.gracePeriodEnd !== null

/** Whether the account owns more projects than its next plan allows, so that none can be created or changed. */
export const hasTooManyProjects = (compliance: MaybeCompliance): boolean =>
  isInGrace(compliance) && !compliance.compliant && compliance.action === 'archive_projects'

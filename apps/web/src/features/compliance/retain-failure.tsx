import { errorText } from '../../connection/api/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { complianceErrors } from './compliance-errors.ts'

/** Why neither archiving nor saving the choice worked. */
export function RetainFailure({ archive, save }: { archive: Error | null; save: Error | null }) {
  const text = archive
    ? errorText(archive, complianceErrors.archiveExcess)
    : save && errorText(save, complianceErrors.retainProjects)
  return text && <Banner tone="bad">{text}</Banner>
}

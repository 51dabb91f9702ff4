import { errorText } from '../../../connection/api/error-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { variableErrors } from '../../workbench/data/variable-errors.ts'
import { environmentErrors } from '../environment-errors.ts'
import type { SetupError } from './run-setup.ts'

const failureTexts = {
  create: environmentErrors.createEnvironment,
  save: variableErrors.importVariables,
} as const

const failureTitle = ({ step, environment }: SetupError) =>
  step === 'create' ? `${environment} was not created` : `The variables of ${environment} were not saved`

const namesOf = new Intl.ListFormat('en-US')

interface Props {
  failure: SetupError
  /** What exists by now, by name. */
  existing: readonly string[]
}

/** What failed, and what exists all the same. */
export const SetupFailure = ({ failure, existing }: Props) => (
  <Banner tone="bad" title={failureTitle(failure)}>
    <p>{errorText(failure.cause, failureTexts[failure.step])}</p>
    {existing.length > 0 && (
      <p>
        {namesOf.format(existing)} {existing.length === 1 ? 'exists' : 'exist'} now. Press the button again to
        do the rest.
      </p>
    )}
  </Banner>
)

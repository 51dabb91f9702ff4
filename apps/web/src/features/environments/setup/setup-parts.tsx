import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { variableErrors } from '../../workbench/data/variable-errors.ts'
import { environmentErrors } from '../environment-errors.ts'
import type { SetupError } from './run-setup.ts'

interface Props {
  number: number
  title: string
  hint: string
  children: ReactNode
}

/** A numbered part of the page. */
export const SetupStep = ({ number, title, hint, children }: Props) => (
  <div className="grid gap-x-4 md:grid-cols-[1.5rem_minmax(0,1fr)]">
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border border-control-line text-small text-ink-2 max-md:hidden"
    >
      {number}
    </span>
    <div className="grid min-w-0 gap-3">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-2">{hint}</p>
      </div>
      {children}
    </div>
  </div>
)

const failureTexts = {
  create: environmentErrors.createEnvironment,
  save: variableErrors.importVariables,
} as const

const failureTitle = ({ step, environment }: SetupError) =>
  step === 'create' ? `${environment} was not created` : `The variables of ${environment} were not saved`

const namesOf = new Intl.ListFormat('en-US')

interface SetupFailureProps {
  failure: SetupError
  /** What exists by now, by name. */
  existing: readonly string[]
}

/** What failed, and what exists all the same. */
export const SetupFailure = ({ failure, existing }: SetupFailureProps) => (
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

import { errorText } from '../../../connection/api/error-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { keyringErrors } from '../../keyring/keyring-errors.ts'
import { isAlreadySet } from '../../keyring/set-up-vault.ts'
import { projectErrors } from '../../projects/project-errors.ts'
import { SetupError } from '../setup/run-setup.ts'
import { SetupFailure } from '../setup/setup-failure.tsx'
import type { FirstRunError } from './run-first-run.ts'

interface Props {
  failure: FirstRunError | SetupError
  /** The name of the project, and of the environments that exist by now. */
  project: string
  environments: readonly string[]
}

/** What failed, and what exists all the same. */
export function FirstRunFailure({ failure, project, environments }: Props) {
  if (failure instanceof SetupError)
    return <SetupFailure failure={failure} existing={[`Project ${project}`, ...environments]} />
  if (failure.step === 'project')
    return (
      <Banner tone="bad" title={`${project} was not created`}>
        {errorText(failure.cause, projectErrors.createProject)}
      </Banner>
    )
  const isSet = isAlreadySet(failure.cause)
  return (
    <Banner tone="bad" title={isSet ? 'You already have a master password' : 'Nothing was created'}>
      <p>{errorText(failure.cause, keyringErrors.setMasterPassword)}</p>
      {isSet && <p>Press the button again and enter your master password.</p>}
    </Banner>
  )
}

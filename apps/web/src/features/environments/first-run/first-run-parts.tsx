import type { ComponentProps } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { keyringErrors } from '../../keyring/keyring-errors.ts'
import { isAlreadySet } from '../../keyring/master-password-status.ts'
import { FirstMasterPassword } from '../../keyring/new-master-password.tsx'
import { RecoverySheet } from '../../keyring/recovery-sheet.tsx'
import { projectErrors } from '../../projects/project-queries.ts'
import { SetupError } from '../setup/run-setup.ts'
import { SetupFailure, SetupStep } from '../setup/setup-parts.tsx'
import type { FirstRunError } from './use-first-run.ts'

/** Takes the place of the dashboard's notice about the first master password. */
export const MasterPasswordStep = (field: ComponentProps<typeof FirstMasterPassword>) => (
  <SetupStep
    number={3}
    title="First-time setup: set your master password"
    hint="It encrypts everything you store here. Only you know it, and you enter it before values are read or written."
  >
    <div className="grid max-w-96 gap-3">
      <FirstMasterPassword {...field} />
    </div>
  </SetupStep>
)

/** The recovery key of the new vault, above the form. */
export const FirstRecoverySheet = (sheet: ComponentProps<typeof RecoverySheet>) => (
  <Dialog
    open
    firm
    onOpenChange={() => {}}
    title="Keep your recovery key"
    description="Your recovery key opens the vault when the master password is forgotten."
  >
    <RecoverySheet {...sheet} />
  </Dialog>
)

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

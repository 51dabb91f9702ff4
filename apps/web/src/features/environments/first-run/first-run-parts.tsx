import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { afterDialog } from '../../../ui/dialogs/after-dialog.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { keyringErrors } from '../../keyring/keyring-errors.ts'
import { FirstMasterPassword, isAlreadySet } from '../../keyring/new-master-password.tsx'
import { RecoverySheet } from '../../keyring/recovery-sheet.tsx'
import { projectErrors } from '../../projects/project-queries.ts'
import { SetupError } from '../setup/run-setup.ts'
import { SetupFailure, SetupStep } from '../setup/setup-parts.tsx'
import type { FirstProject, FirstRunError } from './use-first-run.ts'

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

interface FirstRunDoneProps {
  project: FirstProject
  /** The commands that come next. */
  children: ReactNode
}

/** The first project exists: what is next, and the way to it. */
export function FirstRunDone({ project: { id, name, environment, text }, children }: FirstRunDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => afterDialog(() => heading.current?.focus()), [])
  return (
    <div className="mx-auto grid max-w-190 gap-7">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2
            id="first-run"
            ref={heading}
            tabIndex={-1}
            className="flex items-center gap-2 text-title font-semibold outline-none"
          >
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
            <span className="min-w-0 break-words">{name} is ready</span>
          </h2>
          <p className="text-ink-2">{text}. Next, use it at the terminal.</p>
        </div>
        <Button asChild>
          <Link
            to="/project/$id"
            params={{ id: String(id) }}
            search={{ tab: 'variables', environment: environment.id }}
          >
            Open project
          </Link>
        </Button>
      </div>
      {children}
    </div>
  )
}

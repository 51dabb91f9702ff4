import type { ComponentProps } from 'react'
import { FirstMasterPassword } from '../../keyring/first-master-password.tsx'
import { SetupStep } from '../setup/setup-step.tsx'

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

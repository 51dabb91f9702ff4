import type { ReactElement } from 'react'
import { createContext, useContext } from 'react'
import { Tooltip } from '../dialogs/tooltip.tsx'
import { toast } from './toast.ts'

const Reason = createContext<string | undefined>(undefined)

/** Blocks every control below it that changes something; without a reason, none. */
export const Blocked = Reason.Provider

/** Why nothing can be changed here; undefined while it can. */
export const useBlocked = (): string | undefined => useContext(Reason)

/** Around a control that changes something. While that is blocked, it stays in place and says why. */
export const Changing = ({ children }: { children: ReactElement }) => (
  <Tooltip text={useBlocked()} blocks>
    {children}
  </Tooltip>
)

/** Runs a change that a key or a gesture asks for, or says why it is blocked. */
export function useChange(): (change: () => unknown) => void {
  const reason = useBlocked()
  return (change) => {
    if (reason === undefined) change()
    else toast.info(reason, { kind: 'blocked' })
  }
}

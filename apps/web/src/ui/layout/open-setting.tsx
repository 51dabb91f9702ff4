import { createContext, type ReactNode, use, useState } from 'react'

type OpenSetting = readonly [open: string | null, setOpen: (id: string | null) => void]

const OpenSettingContext = createContext<OpenSetting | null>(null)

/** The settings inside share one open form: opening another one closes it. A link to a setting opens it. */
export function OneOpenSetting({ children }: { children: ReactNode }) {
  const state = useState<string | null>(() => window.location.hash.slice(1) || null)
  return <OpenSettingContext value={state}>{children}</OpenSettingContext>
}

/** Whether the form of a setting is open, and the function that opens or closes it. */
export function useOpenSetting(id: string): readonly [isOpen: boolean, set: (open: boolean) => void] {
  const alone = useState<string | null>(null)
  const [open, setOpen] = use(OpenSettingContext) ?? alone
  return [open === id, (isOpen) => setOpen(isOpen ? id : null)]
}

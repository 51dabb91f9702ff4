import { createContext, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Skeleton } from '../feedback/loading.tsx'

interface Props {
  /** The anchor of the setting. */
  id?: string
  title: ReactNode
  /** How things are: a badge beside the title. */
  badge?: ReactNode
  /** One or two short sentences. */
  description: ReactNode
  /** One button. */
  action?: ReactNode
  /** The form, while it is open. */
  children?: ReactNode
}

/** A setting: what it is, how it stands, and one action. Its form opens below on demand. */
export const SettingRow = ({ id, title, badge, description, action, children }: Props) => (
  <div id={id} className="scroll-mt-20 border-b py-3">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-56">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </h3>
        <div className="mt-0.5 text-small text-ink-2">{description}</div>
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
    {children && <div className="mt-4 mb-2 grid max-w-md grid-cols-[minmax(0,1fr)] gap-4">{children}</div>}
  </div>
)

interface SectionProps {
  id: string
  title: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** Settings that belong together, under a heading with an anchor. */
export const SettingSection = ({ id, title, description, action, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-20">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b pb-3">
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 max-w-prose text-small text-ink-2">{description}</p>}
      </div>
      {action}
    </div>
    {children}
  </section>
)

interface SettingFormRowProps {
  id: string
  title: string
  badge?: ReactNode
  description: ReactNode
  /** On the button that opens the form. */
  actionText: string
  /** The accessible name of that button; contains its text. */
  actionLabel?: string
  disabled?: boolean
  /** What shows below whether the form is open or not. */
  below?: ReactNode
  /** The form, whose code may load when it opens. `close` closes it and returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A setting whose form opens in place, one at a time on a page ({@link OneOpenSetting}). */
export function SettingFormRow({
  id,
  actionText,
  actionLabel,
  disabled,
  below,
  children,
  ...row
}: SettingFormRowProps) {
  const [isOpen, setOpen] = useOpenSetting(id)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const action = (
    <Button
      ref={button}
      variant={isOpen ? 'ghost' : 'secondary'}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Cancel: ${row.title}` : actionLabel}
      disabled={disabled}
      onClick={() => (isOpen ? close() : setOpen(true))}
    >
      {isOpen ? 'Cancel' : actionText}
    </Button>
  )
  return (
    <SettingRow id={id} action={action} {...row}>
      {(isOpen || below) && (
        <>
          {below}
          {isOpen && <OpenForm onClose={close}>{children(close)}</OpenForm>}
        </>
      )}
    </SettingRow>
  )
}

function OpenForm({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button above.
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>{children}</Suspense>
    </div>
  )
}

type OpenSetting = readonly [open: string | null, setOpen: (id: string | null) => void]

const OpenSettingContext = createContext<OpenSetting | null>(null)

/** The settings inside share one open form: opening another one closes it. A link to a setting opens it. */
export function OneOpenSetting({ children }: { children: ReactNode }) {
  const state = useState<string | null>(() => window.location.hash.slice(1) || null)
  return <OpenSettingContext value={state}>{children}</OpenSettingContext>
}

/** Whether the form of a setting is open, and the function that opens or closes it. */
function useOpenSetting(id: string): readonly [isOpen: boolean, set: (open: boolean) => void] {
  const alone = useState<string | null>(null)
  const [open, setOpen] = use(OpenSettingContext) ?? alone
  return [open === id, (isOpen) => setOpen(isOpen ? id : null)]
}

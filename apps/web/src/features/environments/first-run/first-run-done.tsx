import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { afterDialog } from '../../../ui/dialogs/after-dialog.ts'

/** What was set up. */
export interface FirstProject {
  readonly id: number
  readonly name: string
  /** The environment with the variables, or the first one. */
  readonly environment: { readonly id: number; readonly name: string }
  /** What was made, in words. */
  readonly text: string
}

interface Props {
  project: FirstProject
  /** The commands that come next. */
  children: ReactNode
}

/** The first project exists: what is next, and the way to it. */
export function FirstRunDone({ project: { id, name, environment, text }, children }: Props) {
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

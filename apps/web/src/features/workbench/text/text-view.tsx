import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { variablesQuery, versionQuery } from '../data/variable-queries.ts'
import { UnlockInPlace, useFocusAfterUnlock } from '../parts/unlock-in-place.tsx'
import { ToolsLine } from '../toolbar/tools-line.tsx'
import { textOf } from './environment-text.ts'
import { type PackedText, packText, unpackText } from './pack-text.ts'
import { type OpenedText, TextEditor } from './text-editor.tsx'
import { useAutoHide } from './use-auto-hide.ts'

interface Props {
  project: Project
  environment: Environment
  /** Shown at the left of the tools. */
  lead: ReactNode
}

/** A whole environment as one `.env` text: hidden until asked for, saved as one version. */
export default function TextView({ project, environment, lead }: Props) {
  const connection = useConnection()
  const open = useVaultOpen()
  const read = useQuery({ ...variablesQuery(connection, environment.id), enabled: open })
  const [opened, setOpened] = useState<OpenedText>()
  const [packed, setPacked] = useState<{ lines: PackedText; version: number }>()
  const older = useQuery({
    ...versionQuery(connection, environment.id, packed?.version ?? 0),
    enabled: open && packed !== undefined && packed.version > 0,
  })
  const section = useRef<HTMLElement>(null)
  useFocusAfterUnlock(section, open, read.data !== undefined)
  const canWrite = may(project.user_role, 'write')
  const dirty = opened !== undefined && opened.text !== opened.stored
  useUnsaved(dirty || packed !== undefined)

  // Typed text survives locking the vault; stored values do not.
  const hide = useEffectEvent(() => {
    if (opened && dirty) setPacked({ lines: packText(opened.text, opened.stored), version: opened.version })
    setOpened(undefined)
  })
  useEffect(() => {
    if (!open) hide()
  }, [open])
  useAutoHide(opened !== undefined && !dirty, opened, () => setOpened(undefined))

  const show = () => {
    if (!read.data) return
    // If the history dropped the base version, the positions of the typed lines are lost.
    if (!packed || older.isError) {
      const { text, leftOut } = textOf(read.data.variables)
      setPacked(undefined)
      return setOpened({ version: read.data.version, base: read.data.variables, stored: text, text, leftOut })
    }
    const base = older.data?.variables ?? new Map<string, Variable>()
    const { text: stored, leftOut } = textOf(base)
    setOpened({ version: packed.version, base, stored, text: unpackText(packed.lines, stored), leftOut })
    setPacked(undefined)
  }
  const count = read.data?.variables.size ?? 0

  return (
    <section ref={section} aria-label={`${environment.name} as text`} className="grid min-w-0 grid-cols-1">
      <ToolsLine lead={lead} />
      <div className="grid min-w-0 gap-4 px-(--gutter) pt-2 pb-4">
        {!open && packed && (
          <Banner title="What you typed is kept">It appears again once you unlock the vault.</Banner>
        )}
        {!open && <UnlockInPlace />}
        {open && read.isPending && <Skeleton className="h-64" />}
        {open && read.isError && !read.data && (
          <ErrorState
            title="The variables did not load"
            onRetry={() => read.refetch()}
            busy={read.isFetching}
          >
            {errorText(read.error)} Your stored data is safe.
          </ErrorState>
        )}
        {open && read.data && !opened && (
          <EmptyState
            icon={EyeOff}
            title={packed ? 'What you typed is kept' : `${environment.name} as a .env text`}
            className="border-solid bg-surface"
            action={
              <Button onClick={show} busy={older.isFetching}>
                {packed ? 'Continue editing' : 'Show text'}
              </Button>
            }
          >
            {count === 0 && !packed
              ? 'It holds no variables yet: type or paste some.'
              : `The text shows ${count === 1 ? 'the value of its one variable' : `all ${count.toLocaleString('en-US')} values`}. It is hidden again when you leave the window.`}
          </EmptyState>
        )}
        {open && opened && (
          <TextEditor
            environment={environment}
            opened={opened}
            canWrite={canWrite}
            onChange={setOpened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </section>
  )
}

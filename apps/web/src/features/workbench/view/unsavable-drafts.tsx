import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import type { Draft } from '../drafts/use-save-edits.ts'
import { useUnavailableText } from '../parts/unavailable-environment.tsx'
import { unsavableDrafts } from '../store/drafts.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** Edits of environments that exist no more, to copy or to discard. */
export function UnsavableDrafts() {
  const { environments, drafts } = useParts('environments', 'drafts')
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  if (environments.some(({ id, name }) => names.get(id) !== name))
    setNames(new Map([...names, ...environments.map(({ id, name }) => [id, name] as const)]))
  const unsavable = unsavableDrafts(drafts, environments)
  if (unsavable.length === 0) return null
  return (
    <div className="grid gap-3 px-(--gutter) py-4">
      {unsavable.map(([id, draft]) => (
        <UnsavableDraft key={id} id={id} name={names.get(id)} draft={draft} />
      ))}
    </div>
  )
}

interface Props {
  id: number
  name: string | undefined
  draft: Draft
}

function UnsavableDraft({ id, name, draft }: Props) {
  const { putDraft } = useActions()
  const projectId = useWorkbench(({ project }) => project.id)
  const title = useUnavailableText(projectId, { name })
  const typed = Object.fromEntries([...draft.edits].filter(([, value]) => value !== null))
  return (
    <Banner
      tone="warn"
      title={title}
      action={
        <span className="flex flex-wrap gap-2">
          <CopyButton labelled label="Copy as JSON" text={JSON.stringify(typed, null, 2)} />
          <Button variant="ghost" onClick={() => putDraft(id, undefined)}>
            Discard
          </Button>
        </span>
      }
    >
      What you typed for it cannot be saved, and stays until you discard it:{' '}
      <span className="font-mono text-small break-all text-ink">{[...draft.edits.keys()].join(', ')}</span>
    </Banner>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import type { Draft } from '../drafts/use-save-edits.ts'
import { useUnavailableText } from '../parts/use-unavailable-text.ts'
import { type Drafts, unsavableDrafts } from '../store/drafts.ts'

interface Props {
  project: Project
  environments: readonly Environment[]
  drafts: Drafts
  onPut: (id: number, draft: undefined) => void
}

/** Edits of environments that exist no more, to copy or to discard. */
export function UnsavableDrafts({ project, environments, drafts, onPut }: Props) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  if (environments.some(({ id, name }) => names.get(id) !== name))
    setNames(new Map([...names, ...environments.map(({ id, name }) => [id, name] as const)]))
  const unsavable = unsavableDrafts(drafts, environments)
  if (unsavable.length === 0) return null
  return (
    <div className="grid gap-3 px-(--gutter) py-4">
      {unsavable.map(([id, draft]) => (
        <UnsavableDraft
          key={id}
          projectId={project.id}
          name={names.get(id)}
          draft={draft}
          onDiscard={() => onPut(id, undefined)}
        />
      ))}
    </div>
  )
}

interface DraftProps {
  projectId: number
  name: string | undefined
  draft: Draft
  onDiscard: () => void
}

function UnsavableDraft({ projectId, name, draft, onDiscard }: DraftProps) {
  const title = useUnavailableText(projectId, { name })
  const typed = Object.fromEntries([...draft.edits].filter(([, value]) => value !== null))
  return (
    <Banner
      tone="warn"
      title={title}
      action={
        <span className="flex flex-wrap gap-2">
          <CopyButton labelled label="Copy as JSON" text={JSON.stringify(typed, null, 2)} />
          <Button variant="ghost" onClick={onDiscard}>
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

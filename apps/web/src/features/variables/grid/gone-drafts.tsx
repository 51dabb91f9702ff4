import type { Environment } from '@envhold/contract/environments.ts'
import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { Draft } from '../drafts/use-save-edits.ts'
import { type Drafts, goneDrafts } from './use-drafts.ts'

interface Props {
  environments: readonly Environment[]
  drafts: Drafts
  onDiscard: (id: number) => void
}

const typedIn = ({ edits }: Draft): string =>
  JSON.stringify(Object.fromEntries([...edits].filter(([, value]) => value !== null)), null, 2)

/** Edits of environments that exist no more, to copy or to discard. */
export function GoneDrafts({ environments, drafts, onDiscard }: Props) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  if (environments.some(({ id, name }) => names.get(id) !== name))
    setNames(new Map([...names, ...environments.map(({ id, name }) => [id, name] as const)]))
  return goneDrafts(drafts, environments).map(([id, draft]) => (
    <Banner
      key={id}
      tone="warn"
      title={`${names.get(id) ?? 'An environment'} was deleted, or is no longer shared with you.`}
      action={
        <span className="flex flex-wrap gap-2">
          <CopyButton labelled label="Copy as JSON" text={typedIn(draft)} />
          <Button variant="ghost" onClick={() => onDiscard(id)}>
            Discard
          </Button>
        </span>
      }
    >
      What you typed for it cannot be saved, and stays until you discard it:{' '}
      <span className="font-mono text-small break-all text-ink">{[...draft.edits.keys()].join(', ')}</span>
    </Banner>
  ))
}

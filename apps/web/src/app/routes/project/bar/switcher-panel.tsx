import { ArrowLeftRight, Columns3, Plus, Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { PopoverPanel } from '../../../../ui/dialogs/popover-panel.tsx'
import { Changing } from '../../../../ui/feedback/blocked.tsx'
import { Kbd } from '../../../../ui/text/kbd.tsx'
import { rankEnvironments, type SwitchedEnvironment, type SwitcherProps } from './switcher.ts'
import { SwitcherOption } from './switcher-option.tsx'

/** Finds an environment: opens it, or compares it with the current one. */
export function SwitcherPanel({ anchor, onClose, ...switcher }: SwitcherProps) {
  const { environments, onCreate } = switcher
  const closing =
    <A extends unknown[]>(run: (...args: A) => void) =>
    (...args: A) => {
      onClose()
      run(...args)
    }
  const several = environments.length > 1
  return (
    <PopoverPanel label="Environments" anchor={anchor} onClose={onClose} className="w-[27rem]">
      <SwitcherList
        {...switcher}
        onOpen={closing(switcher.onOpen)}
        onCompare={closing(switcher.onCompare)}
        onElsewhere={closing((id: number) => void window.open(switcher.urlOf(id), '_blank', 'noopener'))}
      />
      {(several || onCreate) && (
        <div className="flex flex-wrap items-center gap-1 border-t p-1.5">
          {several && (
            <>
              <FootButton onClick={closing(() => switcher.onCompare())}>
                <ArrowLeftRight />
                Compare with…
              </FootButton>
              <FootButton onClick={closing(switcher.onSideBySide)}>
                <Columns3 />
                Side by side
              </FootButton>
            </>
          )}
          {onCreate && (
            <Changing>
              <FootButton onClick={closing(onCreate)} className="ml-auto">
                <Plus />
                New
              </FootButton>
            </Changing>
          )}
        </div>
      )}
    </PopoverPanel>
  )
}

const FootButton = (props: { onClick: () => void; className?: string; children: ReactNode }) => (
  <Button variant="ghost" size="sm" {...props} />
)

interface Props
  extends Pick<SwitcherProps, 'environments' | 'current' | 'readRecent' | 'onOpen' | 'onCompare'> {
  /** Opens an environment in another browser tab. */
  onElsewhere: (id: number) => void
}

type Choice = Pick<KeyboardEvent | MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey'>

/** The search has the focus; the arrows move through the list below it. */
function SwitcherList({ environments, current, readRecent, ...on }: Props) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [recentIds] = useState(readRecent)
  const { recent, others } = rankEnvironments(environments, recentIds, search)
  const listed = [...recent, ...others]
  const [chosenId, setChosenId] = useState<number>()
  /** At first the one used before: opening the list and pressing Enter goes back to it. */
  const initial = search
    ? listed[0]
    : (listed.find((environment) => environment.id !== current.id) ?? listed[0])
  const chosen = listed.find((environment) => environment.id === chosenId) ?? initial
  const optionId = (environment: SwitchedEnvironment) => `${id}-${environment.id}`
  const activeId = chosen && optionId(chosen)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = (environment: SwitchedEnvironment, { altKey, ctrlKey, metaKey }: Choice) => {
    if (ctrlKey || metaKey) return on.onElsewhere(environment.id)
    if (altKey && environment.id !== current.id) return on.onCompare(environment.id)
    on.onOpen(environment.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = chosen ? listed.indexOf(chosen) : -1
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setChosenId(listed.at(to === listed.length ? 0 : to)?.id)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen, event)
    } else if (event.key === 'Escape') setSearch('')
  }
  const group = (heading: string, members: readonly SwitchedEnvironment[]) =>
    members.length > 0 && (
      <fieldset aria-label={heading} className="min-w-0 px-1.5 pb-1.5">
        <div aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-small text-ink-3">
          {heading}
        </div>
        {members.map((environment) => (
          <SwitcherOption
            key={environment.id}
            id={optionId(environment)}
            environment={environment}
            current={environment.id === current.id}
            chosen={environment === chosen}
            onPoint={() => setChosenId(environment.id)}
            onChoose={(event) => choose(environment, event)}
          />
        ))}
      </fieldset>
    )
  return (
    <>
      <label className="flex h-11 shrink-0 items-center gap-2.5 border-b px-4 text-ink-3">
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <input
          role="combobox"
          aria-label="Find an environment"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder="Find an environment"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setChosenId(undefined)
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none pointer-coarse:text-[1rem]"
        />
        <span className="pointer-coarse:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </label>
      <div id={`${id}-list`} role="listbox" aria-label="Environments" className="min-h-0 overflow-y-auto">
        {group('Last used', recent)}
        {group(search ? 'Others' : `All ${environments.length}`, others)}
      </div>
      <p role="status" className={listed.length > 0 ? 'sr-only' : 'px-4 py-8 text-center text-ink-2'}>
        {listed.length > 0
          ? search && `${listed.length} found`
          : `No environment matches “${search.trim()}”.`}
      </p>
    </>
  )
}

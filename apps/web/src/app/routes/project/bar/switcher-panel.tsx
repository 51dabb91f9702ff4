import { ArrowLeftRight, Columns3, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Changing } from '../../../../ui/blocked.tsx'
import { Button } from '../../../../ui/button.tsx'
import { PopoverPanel } from '../../../../ui/popover-panel.tsx'
import type { SwitcherProps } from './switcher.ts'
import { SwitcherList } from './switcher-list.tsx'

/** Finds an environment: opens it, or compares it with the current one. */
export function SwitcherPanel({ anchor, onClose, ...switcher }: SwitcherProps) {
  const { environments, onCreate } = switcher
  const closing =
    <A extends unknown[]>(run: (...given: A) => void) =>
    (...given: A) => {
      onClose()
      run(...given)
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

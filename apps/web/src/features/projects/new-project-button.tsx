import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

interface Props {
  /** Why no project can be created; undefined if one can. */
  blocked: string | undefined
  onClick: () => void
}

export function NewProjectButton({ blocked, onClick }: Props) {
  return (
    <Tooltip text={blocked} blocks>
      <Button onClick={onClick}>
        <Plus />
        New Project
      </Button>
    </Tooltip>
  )
}

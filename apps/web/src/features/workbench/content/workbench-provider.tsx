import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { Opening } from '../store/state.ts'
import { createWorkbench, WorkbenchContext } from '../store/workbench-store.ts'
import { GridContent } from './grid-content.ts'
import { TableContent } from './table-content.ts'

interface Props {
  /** What the page is opened with, and what it is told later. */
  opening: Opening
  children: ReactNode
}

/** The store of a page, which follows its URL, its environments and the vault. */
export function WorkbenchProvider({ opening, children }: Props) {
  const [workbench] = useState(() => createWorkbench(opening))
  const { update } = workbench
  const { environment, pair: _, typed: __, filter, ...given } = opening
  const isTable = opening.layout === 'table'
  useLayoutEffect(() => update({ ...given, ...(isTable && { filter }) }))
  const Content: (props: { environment: Environment }) => null = isTable ? TableContent : GridContent
  return (
    <WorkbenchContext value={workbench}>
      <Content environment={environment} />
      {children}
    </WorkbenchContext>
  )
}

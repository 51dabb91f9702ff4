import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { Opening } from '../store/state.ts'
import { createWorkbench, WorkbenchContext } from '../store/workbench-store.ts'
import { GridContent } from './grid-content.ts'
import { TableContent, TextContent } from './table-content.ts'

interface Props {
  /** What the page is opened with, and what it is told later. */
  opening: Opening
  /** The rows are shown as one text. */
  isText?: boolean
  children: ReactNode
}

/** The store of a page, which follows its URL, its environments and the vault. */
export function WorkbenchProvider({ opening, isText = false, children }: Props) {
  const [workbench] = useState(() => createWorkbench(opening))
  const { update } = workbench
  const { environment, pair: _, typed: __, filter, ...rest } = opening
  const isTable = opening.layout === 'table'
  const canWrite = may(opening.project.user_role, 'write')
  useLayoutEffect(() => update({ ...rest, canWrite, ...(isTable && { filter }) }))
  const Rows: (props: { environment: Environment }) => null = isTable ? TableContent : GridContent
  const Content = isText ? TextContent : Rows
  return (
    <WorkbenchContext value={workbench}>
      <Content environment={environment} />
      {children}
    </WorkbenchContext>
  )
}

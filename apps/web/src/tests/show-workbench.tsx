import { type Environment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import {
  type ArrangementStore,
  defaultArrangement,
  type TableArrangement,
} from '../features/workbench/arrangement/arrangement.ts'
import { type Place, Workbench } from '../features/workbench/workbench.tsx'
import type { FakeApi } from './fake-api.ts'
import { type RenderedPart, renderPart } from './render-part.tsx'
import { sampleProject } from './samples.ts'

interface Options {
  /** What the server lists, unless the test has said it. */
  readonly environments?: readonly Environment[]
  readonly project?: Partial<Project>
  readonly place?: Place
  readonly arrangement?: TableArrangement
  readonly locked?: boolean
}

export interface ShownWorkbench extends RenderedPart {
  /** Where the page has gone. */
  readonly place: () => Place
  readonly arrangement: () => TableArrangement
  /** Another page is opened. */
  readonly leave: () => void
  /** Other environments are listed now. */
  readonly list: (environments: readonly Environment[]) => Promise<void>
}

/** Shows the variables of a project, and goes where they lead. */
export async function showWorkbench(
  api: FakeApi,
  { environments, project, place: first = {}, arrangement = defaultArrangement, locked = false }: Options,
): Promise<ShownWorkbench> {
  if (environments) api.answers(listEnvironments, { environments: [...environments] })
  let [place, arranged] = [first, arrangement]
  let leave = () => {}
  const memory: ArrangementStore = {
    read: () => arranged,
    save: (next) => {
      arranged = next
    },
  }
  const part = await renderPart(
    () => {
      const [current, setPlace] = useState(first)
      const [isLeft, setLeft] = useState(false)
      place = current
      leave = () => setLeft(true)
      return (
        !isLeft && (
          <Workbench
            project={sampleProject(project)}
            place={current}
            onPlace={setPlace}
            arrangement={memory}
          />
        )
      )
    },
    { locked },
  )
  return {
    ...part,
    place: () => place,
    arrangement: () => arranged,
    leave: () => leave(),
    list: async (next) => {
      api.answers(listEnvironments, { environments: [...next] })
      await part.connection.queries.refetchQueries({ queryKey: [listEnvironments.name] })
    },
  }
}

import { accountSamples } from './account-samples.ts'
import { operatorSamples } from './operator-samples.ts'
import { projectSamples } from './project-samples.ts'
import type { ProjectWorld } from './project-world.ts'
import type { SampleWorld } from './sample-world.ts'
import type { SamplesOf } from './samples-of.ts'

/** What a call is given, when only its name is known. */
export interface SampleInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: object | undefined
  readonly body?: object | undefined
}
type Make<World> = (world: World) => SampleInput | Promise<SampleInput>

const samples: SamplesOf<SampleWorld> = { ...accountSamples, ...projectSamples, ...operatorSamples }

const inputFrom =
  <World>(made: Readonly<Record<string, Make<World>>>) =>
  async (name: string, world: World): Promise<SampleInput> =>
    (await made[name]?.(world)) ?? {}

/** A valid input of the call with this name, made anew. */
export const sampleInput = inputFrom<SampleWorld>(samples as Readonly<Record<string, Make<SampleWorld>>>)

/** The same of a call about a project. */
export const projectInput = inputFrom<ProjectWorld>(projectSamples)

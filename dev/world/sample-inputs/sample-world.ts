import type { Invited } from '../share-project.ts'
import type { Person } from '../sign-up.ts'
import type { ProjectWorld } from './project-world.ts'

/** What the inputs of all calls name. */
export interface SampleWorld extends ProjectWorld {
  /** Whose password and master password an input contains. */
  readonly caller: Person
  /** An active account that owns nothing. */
  readonly guest: Person
  /** The guest's invitation to the project. */
  readonly invited: () => Promise<Invited>
}

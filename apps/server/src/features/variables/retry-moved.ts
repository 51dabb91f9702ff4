import type { Db } from '../../db/connect.ts'
import { type EnvironmentRow, hasValidMac } from '../environments/environment-store.ts'
import { EpochMovedError } from '../keyring/open-environment-key.ts'

const retries = 4

/** A read takes no locks: what was re-keyed between two of its queries is read again. */
export async function retryMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EpochMovedError) || attempt === retries) throw error
    }
  }
}

/** What looks wrong during a concurrent re-key, write or deletion is not a fault yet: it is read again. */
export const faultUnlessMoved = async (
  db: Db,
  environment: EnvironmentRow,
  fault: unknown,
): Promise<unknown> => ((await hasValidMac(db, environment)) ? fault : new EpochMovedError())

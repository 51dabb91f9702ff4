/** The end of a commit in the usage of a project. */
export interface UsageEnd {
  readonly projectId: number
  readonly sequence: number
  readonly link: Uint8Array
}

/** The newest usage that this process has committed. A database that lacks it was replaced by an older one. */
export interface NewestUsage {
  committed: UsageEnd | undefined
}

export const createNewestUsage = (): NewestUsage => ({ committed: undefined })

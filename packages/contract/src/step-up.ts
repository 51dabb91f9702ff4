/** How a signed-in person proves again who they are. Signing in counts, too. */
export const stepUpMethods = ['password'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** How long a proof counts for calls with a step-up. */
export const stepUpMinutes = 10

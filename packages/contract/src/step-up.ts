/** How a signed-in user confirms their identity again. Signing in counts as well. */
export const stepUpMethods = ['password'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** How long a confirmation is valid for calls that require a step-up. */
export const stepUpMinutes = 10

/** Who may create an account: anybody, people with an invitation, anybody after an operator's approval, or nobody. */
export const signUpModes = ['open', 'invited', 'approval', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

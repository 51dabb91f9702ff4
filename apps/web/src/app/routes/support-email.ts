/** The support e-mail address, by convention `support@` the instance's domain. */
export const supportEmail = (hostname: string): string => `support@${hostname.replace(/^www\./, '')}`

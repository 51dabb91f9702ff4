/** The server asks the provider up to four times, and waits 5 seconds for each answer. */
export const providerTimeoutMs = 25_000

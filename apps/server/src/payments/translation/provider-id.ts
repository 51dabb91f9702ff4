/** Whether a text can be an id of a provider. Any other text could change the path of a request. */
export const isProviderId = (id: string): boolean => /^[A-Za-z0-9_-]{1,255}$/.test(id)

/** The key of what every page shows from the operators: their page updates it at once. */
export const announcementKey = ['announcement'] as const

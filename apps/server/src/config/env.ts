/** The settings as the process was given them. Nothing else reads the environment: everything else reads `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env

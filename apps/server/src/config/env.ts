/** The environment variables of the process. Nothing else reads them: everything else reads `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env

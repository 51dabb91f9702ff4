/** The file name from the server, if it is safe. */
export const fileNameOf = (headers: Headers, otherwise: string): string =>
  /filename="([\w-][\w.-]{0,150})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise

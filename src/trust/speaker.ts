/** The name at the beginning of a message of a group chat, `[Ann] ...`. This person need not be the user. */
export const speakerOf = (text: string): string | undefined => SPEAKER.exec(text.slice(0, MAX_LOOK_CHARS))?.[1]

const MAX_LOOK_CHARS = 100
/** What agents themselves put into brackets is no name. */
const SPEAKER =
  /^\s{0,4}\[(?!(?:image|pasted|file|request|attach|screenshot|audio|voice|video|system|todo|wip)\b)(\p{L}[^\]\n#:/]{0,40})\]:? +\S/iu
